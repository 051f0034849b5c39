loop:
	vmovdqu -15872(r0,r1), ymm0
	vmovdqu -15616(r0,r1), ymm1
	vmovdqu -15360(r0,r1), ymm2
	vmovdqu -15104(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -14848(r0,r1), ymm1
	vmovdqu -14592(r0,r1), ymm5
	vmovdqu -14336(r0,r1), ymm6
	vmovdqu -14080(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -2016(r2)
	vmovdqu ymm3, -992(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1760(r2)
	vmovdqu ymm2, -736(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1504(r2)
	vmovdqu ymm3, -480(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1248(r2)
	vmovdqu ymm0, -224(r2)
	vmovdqu -13824(r0,r1), ymm0
	vmovdqu -13568(r0,r1), ymm1
	vmovdqu -13312(r0,r1), ymm2
	vmovdqu -13056(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -12800(r0,r1), ymm1
	vmovdqu -12544(r0,r1), ymm5
	vmovdqu -12288(r0,r1), ymm6
	vmovdqu -12032(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1984(r2)
	vmovdqu ymm3, -960(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1728(r2)
	vmovdqu ymm2, -704(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1472(r2)
	vmovdqu ymm3, -448(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1216(r2)
	vmovdqu ymm0, -192(r2)
	vmovdqu -11776(r0,r1), ymm0
	vmovdqu -11520(r0,r1), ymm1
	vmovdqu -11264(r0,r1), ymm2
	vmovdqu -11008(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -10752(r0,r1), ymm1
	vmovdqu -10496(r0,r1), ymm5
	vmovdqu -10240(r0,r1), ymm6
	vmovdqu -9984(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1952(r2)
	vmovdqu ymm3, -928(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1696(r2)
	vmovdqu ymm2, -672(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1440(r2)
	vmovdqu ymm3, -416(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1184(r2)
	vmovdqu ymm0, -160(r2)
	vmovdqu -9728(r0,r1), ymm0
	vmovdqu -9472(r0,r1), ymm1
	vmovdqu -9216(r0,r1), ymm2
	vmovdqu -8960(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -8704(r0,r1), ymm1
	vmovdqu -8448(r0,r1), ymm5
	vmovdqu -8192(r0,r1), ymm6
	vmovdqu -7936(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1920(r2)
	vmovdqu ymm3, -896(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1664(r2)
	vmovdqu ymm2, -640(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1408(r2)
	vmovdqu ymm3, -384(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1152(r2)
	vmovdqu ymm0, -128(r2)
	vmovdqu -7680(r0,r1), ymm0
	vmovdqu -7424(r0,r1), ymm1
	vmovdqu -7168(r0,r1), ymm2
	vmovdqu -6912(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -6656(r0,r1), ymm1
	vmovdqu -6400(r0,r1), ymm5
	vmovdqu -6144(r0,r1), ymm6
	vmovdqu -5888(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1888(r2)
	vmovdqu ymm3, -864(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1632(r2)
	vmovdqu ymm2, -608(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1376(r2)
	vmovdqu ymm3, -352(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1120(r2)
	vmovdqu ymm0, -96(r2)
	vmovdqu -5632(r0,r1), ymm0
	vmovdqu -5376(r0,r1), ymm1
	vmovdqu -5120(r0,r1), ymm2
	vmovdqu -4864(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -4608(r0,r1), ymm1
	vmovdqu -4352(r0,r1), ymm5
	vmovdqu -4096(r0,r1), ymm6
	vmovdqu -3840(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1856(r2)
	vmovdqu ymm3, -832(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1600(r2)
	vmovdqu ymm2, -576(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1344(r2)
	vmovdqu ymm3, -320(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1088(r2)
	vmovdqu ymm0, -64(r2)
	vmovdqu -3584(r0,r1), ymm0
	vmovdqu -3328(r0,r1), ymm1
	vmovdqu -3072(r0,r1), ymm2
	vmovdqu -2816(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -2560(r0,r1), ymm1
	vmovdqu -2304(r0,r1), ymm5
	vmovdqu -2048(r0,r1), ymm6
	vmovdqu -1792(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1824(r2)
	vmovdqu ymm3, -800(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1568(r2)
	vmovdqu ymm2, -544(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1312(r2)
	vmovdqu ymm3, -288(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1056(r2)
	vmovdqu ymm0, -32(r2)
	vmovdqu -1536(r0,r1), ymm0
	vmovdqu -1280(r0,r1), ymm1
	vmovdqu -1024(r0,r1), ymm2
	vmovdqu -768(r0,r1), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -512(r0,r1), ymm1
	vmovdqu -256(r0,r1), ymm5
	vmovdqu (r0,r1), ymm6
	vmovdqu 256(r0,r1), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckhdq ymm6, ymm8, ymm7
	vpunpckldq ymm5, ymm1, ymm9
	vpunpckhdq ymm5, ymm1, ymm1
	vpunpckldq ymm6, ymm8, ymm5
	vinserti128 $1, xmm5, ymm3, ymm6
	vperm2i128 $49, ymm5, ymm3, ymm3
	vmovdqu ymm6, -1792(r2)
	vmovdqu ymm3, -768(r2)
	vinserti128 $1, xmm7, ymm2, ymm3
	vperm2i128 $49, ymm7, ymm2, ymm2
	vmovdqu ymm3, -1536(r2)
	vmovdqu ymm2, -512(r2)
	vinserti128 $1, xmm9, ymm4, ymm2
	vperm2i128 $49, ymm9, ymm4, ymm3
	vmovdqu ymm2, -1280(r2)
	vmovdqu ymm3, -256(r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -1024(r2)
	vmovdqu ymm0, (r2)
	addq $2048, r2
	addq $32, r1
	jne loop

loop:
	vmovups -1792(r0), ymm0
	vmovups -1536(r0), ymm1
	vmovups -1280(r0), ymm2
	vmovups -1024(r0), ymm3
	vunpcklps ymm2, ymm0, ymm4
	vunpckhps ymm2, ymm0, ymm0
	vunpcklps ymm3, ymm1, ymm2
	vunpckhps ymm3, ymm1, ymm1
	vunpcklps ymm2, ymm4, ymm3
	vunpckhps ymm2, ymm4, ymm2
	vunpcklps ymm1, ymm0, ymm4
	vunpckhps ymm1, ymm0, ymm0
	vmovups -768(r0), ymm1
	vmovups -512(r0), ymm5
	vmovups -256(r0), ymm6
	vmovups (r0), ymm7
	vunpcklps ymm6, ymm1, ymm8
	vunpckhps ymm6, ymm1, ymm1
	vunpcklps ymm7, ymm5, ymm6
	vunpckhps ymm7, ymm5, ymm5
	vunpckhps ymm6, ymm8, ymm7
	vunpcklps ymm5, ymm1, ymm9
	vunpckhps ymm5, ymm1, ymm1
	vunpcklps ymm6, ymm8, ymm5
	vinsertf128 $1, xmm5, ymm3, ymm6
	vperm2f128 $49, ymm5, ymm3, ymm3
	vmovups ymm6, -1568(r1,r2)
	vmovups ymm3, -544(r1,r2)
	vinsertf128 $1, xmm7, ymm2, ymm3
	vperm2f128 $49, ymm7, ymm2, ymm2
	vmovups ymm3, -1312(r1,r2)
	vmovups ymm2, -288(r1,r2)
	vinsertf128 $1, xmm9, ymm4, ymm2
	vperm2f128 $49, ymm9, ymm4, ymm3
	vmovups ymm2, -1056(r1,r2)
	vmovups ymm3, -32(r1,r2)
	vinsertf128 $1, xmm1, ymm0, ymm2
	vperm2f128 $49, ymm1, ymm0, ymm0
	vmovups ymm2, -800(r1,r2)
	vmovups ymm0, 224(r1,r2)
	addq $2048, r0
	addq $32, r2
	jne loop
