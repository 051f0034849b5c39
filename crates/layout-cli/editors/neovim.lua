vim.lsp.config("rust_analyzer", {
    settings = {
        ["rust-analyzer"] = {
            check = {
                overrideCommand = {
                    "cargo", "layout", "check", "--quiet", "--workspace", "--all-targets", "--message-format=json", "--target-dir", "target/editor"
                },
            },
        },
    },
})
vim.lsp.enable("rust_analyzer")
