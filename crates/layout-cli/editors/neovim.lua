vim.lsp.config("rust_analyzer", {
    settings = {
        ["rust-analyzer"] = {
            check = {
                overrideCommand = {
                    "cargo", "layout", "check", "--quiet", "--workspace", "--all-targets", "--keep-going",
                    "--message-format=json", "--target-dir", "target/editor", "--config", "profile.dev.debug=0"
                },
            },
            diagnostics = { disabled = { "E0308" } },
        },
    },
})
vim.lsp.enable("rust_analyzer")
