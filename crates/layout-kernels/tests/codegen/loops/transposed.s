loop:
	vmovdqu -3872(r0), ymm0
	vmovdqu -3616(r0), ymm1
	vmovdqu -3360(r0), ymm2
	vmovdqu -3104(r0), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vmovdqu -2848(r0), ymm4
	vmovdqu -2592(r0), ymm5
	vmovdqu -2336(r0), ymm6
	vpunpckldq ymm1, ymm0, ymm7
	vmovdqu -2080(r0), ymm8
	vpunpckldq ymm6, ymm4, ymm9
	vpunpckhdq ymm6, ymm4, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vpunpckldq ymm8, ymm5, ymm1
	vpunpckhdq ymm8, ymm5, ymm5
	vpunpckhdq ymm1, ymm9, ymm6
	vpunpckldq ymm5, ymm4, ymm8
	vpunpckhdq ymm5, ymm4, ymm4
	vpunpckldq ymm1, ymm9, ymm1
	vinserti128 $1, xmm1, ymm3, ymm5
	vperm2i128 $49, ymm1, ymm3, ymm1
	vmovdqu ymm5, -3616(r1,r2)
	vinserti128 $1, xmm6, ymm2, ymm3
	vperm2i128 $49, ymm6, ymm2, ymm2
	vmovdqu ymm1, -2592(r1,r2)
	vmovdqu ymm3, -3360(r1,r2)
	vinserti128 $1, xmm8, ymm7, ymm1
	vperm2i128 $49, ymm8, ymm7, ymm3
	vmovdqu ymm2, -2336(r1,r2)
	vmovdqu ymm1, -3104(r1,r2)
	vinserti128 $1, xmm4, ymm0, ymm1
	vperm2i128 $49, ymm4, ymm0, ymm0
	vmovdqu ymm3, -2080(r1,r2)
	vmovdqu ymm1, -2848(r1,r2)
	vmovdqu ymm0, -1824(r1,r2)
	vmovdqu -3840(r0), ymm0
	vmovdqu -3584(r0), ymm1
	vmovdqu -3328(r0), ymm2
	vmovdqu -3072(r0), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vmovdqu -2816(r0), ymm4
	vmovdqu -2560(r0), ymm5
	vmovdqu -2304(r0), ymm6
	vpunpckldq ymm1, ymm0, ymm7
	vmovdqu -2048(r0), ymm8
	vpunpckldq ymm6, ymm4, ymm9
	vpunpckhdq ymm6, ymm4, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vpunpckldq ymm8, ymm5, ymm1
	vpunpckhdq ymm8, ymm5, ymm5
	vpunpckhdq ymm1, ymm9, ymm6
	vpunpckldq ymm5, ymm4, ymm8
	vpunpckhdq ymm5, ymm4, ymm4
	vpunpckldq ymm1, ymm9, ymm1
	vinserti128 $1, xmm1, ymm3, ymm5
	vperm2i128 $49, ymm1, ymm3, ymm1
	vmovdqu ymm5, -1568(r1,r2)
	vinserti128 $1, xmm6, ymm2, ymm3
	vperm2i128 $49, ymm6, ymm2, ymm2
	vmovdqu ymm1, -544(r1,r2)
	vmovdqu ymm3, -1312(r1,r2)
	vinserti128 $1, xmm8, ymm7, ymm1
	vperm2i128 $49, ymm8, ymm7, ymm3
	vmovdqu ymm2, -288(r1,r2)
	vmovdqu ymm1, -1056(r1,r2)
	vinserti128 $1, xmm4, ymm0, ymm1
	vperm2i128 $49, ymm4, ymm0, ymm0
	vmovdqu ymm3, -32(r1,r2)
	vmovdqu ymm1, -800(r1,r2)
	vmovdqu ymm0, 224(r1,r2)
	vmovdqu -1824(r0), ymm0
	vmovdqu -1568(r0), ymm1
	vmovdqu -1312(r0), ymm2
	vmovdqu -1056(r0), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vmovdqu -800(r0), ymm4
	vmovdqu -544(r0), ymm5
	vmovdqu -288(r0), ymm6
	vpunpckldq ymm1, ymm0, ymm7
	vmovdqu -32(r0), ymm8
	vpunpckldq ymm6, ymm4, ymm9
	vpunpckhdq ymm6, ymm4, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vpunpckldq ymm8, ymm5, ymm1
	vpunpckhdq ymm8, ymm5, ymm5
	vpunpckhdq ymm1, ymm9, ymm6
	vpunpckldq ymm5, ymm4, ymm8
	vpunpckhdq ymm5, ymm4, ymm4
	vpunpckldq ymm1, ymm9, ymm1
	vinserti128 $1, xmm1, ymm3, ymm5
	vperm2i128 $49, ymm1, ymm3, ymm1
	vmovdqu ymm5, -3584(r1,r2)
	vinserti128 $1, xmm6, ymm2, ymm3
	vperm2i128 $49, ymm6, ymm2, ymm2
	vmovdqu ymm1, -2560(r1,r2)
	vmovdqu ymm3, -3328(r1,r2)
	vinserti128 $1, xmm8, ymm7, ymm1
	vperm2i128 $49, ymm8, ymm7, ymm3
	vmovdqu ymm2, -2304(r1,r2)
	vmovdqu ymm1, -3072(r1,r2)
	vinserti128 $1, xmm4, ymm0, ymm1
	vperm2i128 $49, ymm4, ymm0, ymm0
	vmovdqu ymm3, -2048(r1,r2)
	vmovdqu ymm1, -2816(r1,r2)
	vmovdqu ymm0, -1792(r1,r2)
	vmovdqu -1792(r0), ymm0
	vmovdqu -1536(r0), ymm1
	vmovdqu -1280(r0), ymm2
	vmovdqu -1024(r0), ymm3
	vpunpckldq ymm2, ymm0, ymm4
	vpunpckhdq ymm2, ymm0, ymm0
	vpunpckldq ymm3, ymm1, ymm2
	vpunpckhdq ymm3, ymm1, ymm1
	vpunpckldq ymm2, ymm4, ymm3
	vpunpckhdq ymm2, ymm4, ymm2
	vmovdqu -768(r0), ymm4
	vmovdqu -512(r0), ymm5
	vmovdqu -256(r0), ymm6
	vpunpckldq ymm1, ymm0, ymm7
	vmovdqu (r0), ymm8
	vpunpckldq ymm6, ymm4, ymm9
	vpunpckhdq ymm6, ymm4, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vpunpckldq ymm8, ymm5, ymm1
	vpunpckhdq ymm8, ymm5, ymm5
	vpunpckhdq ymm1, ymm9, ymm6
	vpunpckldq ymm5, ymm4, ymm8
	vpunpckhdq ymm5, ymm4, ymm4
	vpunpckldq ymm1, ymm9, ymm1
	vinserti128 $1, xmm1, ymm3, ymm5
	vperm2i128 $49, ymm1, ymm3, ymm1
	vmovdqu ymm5, -1536(r1,r2)
	vinserti128 $1, xmm6, ymm2, ymm3
	vperm2i128 $49, ymm6, ymm2, ymm2
	vmovdqu ymm1, -512(r1,r2)
	vmovdqu ymm3, -1280(r1,r2)
	vinserti128 $1, xmm8, ymm7, ymm1
	vperm2i128 $49, ymm8, ymm7, ymm3
	vmovdqu ymm2, -256(r1,r2)
	vmovdqu ymm1, -1024(r1,r2)
	vinserti128 $1, xmm4, ymm0, ymm1
	vperm2i128 $49, ymm4, ymm0, ymm0
	vmovdqu ymm3, (r1,r2)
	vmovdqu ymm1, -768(r1,r2)
	vmovdqu ymm0, 256(r1,r2)
	addq $4096, r0
	addq $64, r2
	jne loop

loop:
	vmovups -3872(r0), ymm0
	vmovups -3616(r0), ymm1
	vmovups -3360(r0), ymm2
	vmovups -3104(r0), ymm3
	vunpcklps ymm2, ymm0, ymm4
	vunpckhps ymm2, ymm0, ymm0
	vunpcklps ymm3, ymm1, ymm2
	vunpckhps ymm3, ymm1, ymm1
	vunpcklps ymm2, ymm4, ymm3
	vunpckhps ymm2, ymm4, ymm2
	vmovups -2848(r0), ymm4
	vmovups -2592(r0), ymm5
	vmovups -2336(r0), ymm6
	vunpcklps ymm1, ymm0, ymm7
	vmovups -2080(r0), ymm8
	vunpcklps ymm6, ymm4, ymm9
	vunpckhps ymm6, ymm4, ymm4
	vunpckhps ymm1, ymm0, ymm0
	vunpcklps ymm8, ymm5, ymm1
	vunpckhps ymm8, ymm5, ymm5
	vunpckhps ymm1, ymm9, ymm6
	vunpcklps ymm5, ymm4, ymm8
	vunpckhps ymm5, ymm4, ymm4
	vunpcklps ymm1, ymm9, ymm1
	vinsertf128 $1, xmm1, ymm3, ymm5
	vperm2f128 $49, ymm1, ymm3, ymm1
	vmovups ymm5, -3616(r1,r2)
	vinsertf128 $1, xmm6, ymm2, ymm3
	vperm2f128 $49, ymm6, ymm2, ymm2
	vmovups ymm1, -2592(r1,r2)
	vmovups ymm3, -3360(r1,r2)
	vinsertf128 $1, xmm8, ymm7, ymm1
	vperm2f128 $49, ymm8, ymm7, ymm3
	vmovups ymm2, -2336(r1,r2)
	vmovups ymm1, -3104(r1,r2)
	vinsertf128 $1, xmm4, ymm0, ymm1
	vperm2f128 $49, ymm4, ymm0, ymm0
	vmovups ymm3, -2080(r1,r2)
	vmovups ymm1, -2848(r1,r2)
	vmovups ymm0, -1824(r1,r2)
	vmovups -3840(r0), ymm0
	vmovups -3584(r0), ymm1
	vmovups -3328(r0), ymm2
	vmovups -3072(r0), ymm3
	vunpcklps ymm2, ymm0, ymm4
	vunpckhps ymm2, ymm0, ymm0
	vunpcklps ymm3, ymm1, ymm2
	vunpckhps ymm3, ymm1, ymm1
	vunpcklps ymm2, ymm4, ymm3
	vunpckhps ymm2, ymm4, ymm2
	vmovups -2816(r0), ymm4
	vmovups -2560(r0), ymm5
	vmovups -2304(r0), ymm6
	vunpcklps ymm1, ymm0, ymm7
	vmovups -2048(r0), ymm8
	vunpcklps ymm6, ymm4, ymm9
	vunpckhps ymm6, ymm4, ymm4
	vunpckhps ymm1, ymm0, ymm0
	vunpcklps ymm8, ymm5, ymm1
	vunpckhps ymm8, ymm5, ymm5
	vunpckhps ymm1, ymm9, ymm6
	vunpcklps ymm5, ymm4, ymm8
	vunpckhps ymm5, ymm4, ymm4
	vunpcklps ymm1, ymm9, ymm1
	vinsertf128 $1, xmm1, ymm3, ymm5
	vperm2f128 $49, ymm1, ymm3, ymm1
	vmovups ymm5, -1568(r1,r2)
	vinsertf128 $1, xmm6, ymm2, ymm3
	vperm2f128 $49, ymm6, ymm2, ymm2
	vmovups ymm1, -544(r1,r2)
	vmovups ymm3, -1312(r1,r2)
	vinsertf128 $1, xmm8, ymm7, ymm1
	vperm2f128 $49, ymm8, ymm7, ymm3
	vmovups ymm2, -288(r1,r2)
	vmovups ymm1, -1056(r1,r2)
	vinsertf128 $1, xmm4, ymm0, ymm1
	vperm2f128 $49, ymm4, ymm0, ymm0
	vmovups ymm3, -32(r1,r2)
	vmovups ymm1, -800(r1,r2)
	vmovups ymm0, 224(r1,r2)
	vmovups -1824(r0), ymm0
	vmovups -1568(r0), ymm1
	vmovups -1312(r0), ymm2
	vmovups -1056(r0), ymm3
	vunpcklps ymm2, ymm0, ymm4
	vunpckhps ymm2, ymm0, ymm0
	vunpcklps ymm3, ymm1, ymm2
	vunpckhps ymm3, ymm1, ymm1
	vunpcklps ymm2, ymm4, ymm3
	vunpckhps ymm2, ymm4, ymm2
	vmovups -800(r0), ymm4
	vmovups -544(r0), ymm5
	vmovups -288(r0), ymm6
	vunpcklps ymm1, ymm0, ymm7
	vmovups -32(r0), ymm8
	vunpcklps ymm6, ymm4, ymm9
	vunpckhps ymm6, ymm4, ymm4
	vunpckhps ymm1, ymm0, ymm0
	vunpcklps ymm8, ymm5, ymm1
	vunpckhps ymm8, ymm5, ymm5
	vunpckhps ymm1, ymm9, ymm6
	vunpcklps ymm5, ymm4, ymm8
	vunpckhps ymm5, ymm4, ymm4
	vunpcklps ymm1, ymm9, ymm1
	vinsertf128 $1, xmm1, ymm3, ymm5
	vperm2f128 $49, ymm1, ymm3, ymm1
	vmovups ymm5, -3584(r1,r2)
	vinsertf128 $1, xmm6, ymm2, ymm3
	vperm2f128 $49, ymm6, ymm2, ymm2
	vmovups ymm1, -2560(r1,r2)
	vmovups ymm3, -3328(r1,r2)
	vinsertf128 $1, xmm8, ymm7, ymm1
	vperm2f128 $49, ymm8, ymm7, ymm3
	vmovups ymm2, -2304(r1,r2)
	vmovups ymm1, -3072(r1,r2)
	vinsertf128 $1, xmm4, ymm0, ymm1
	vperm2f128 $49, ymm4, ymm0, ymm0
	vmovups ymm3, -2048(r1,r2)
	vmovups ymm1, -2816(r1,r2)
	vmovups ymm0, -1792(r1,r2)
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
	vmovups -768(r0), ymm4
	vmovups -512(r0), ymm5
	vmovups -256(r0), ymm6
	vunpcklps ymm1, ymm0, ymm7
	vmovups (r0), ymm8
	vunpcklps ymm6, ymm4, ymm9
	vunpckhps ymm6, ymm4, ymm4
	vunpckhps ymm1, ymm0, ymm0
	vunpcklps ymm8, ymm5, ymm1
	vunpckhps ymm8, ymm5, ymm5
	vunpckhps ymm1, ymm9, ymm6
	vunpcklps ymm5, ymm4, ymm8
	vunpckhps ymm5, ymm4, ymm4
	vunpcklps ymm1, ymm9, ymm1
	vinsertf128 $1, xmm1, ymm3, ymm5
	vperm2f128 $49, ymm1, ymm3, ymm1
	vmovups ymm5, -1536(r1,r2)
	vinsertf128 $1, xmm6, ymm2, ymm3
	vperm2f128 $49, ymm6, ymm2, ymm2
	vmovups ymm1, -512(r1,r2)
	vmovups ymm3, -1280(r1,r2)
	vinsertf128 $1, xmm8, ymm7, ymm1
	vperm2f128 $49, ymm8, ymm7, ymm3
	vmovups ymm2, -256(r1,r2)
	vmovups ymm1, -1024(r1,r2)
	vinsertf128 $1, xmm4, ymm0, ymm1
	vperm2f128 $49, ymm4, ymm0, ymm0
	vmovups ymm3, (r1,r2)
	vmovups ymm1, -768(r1,r2)
	vmovups ymm0, 256(r1,r2)
	addq $4096, r0
	addq $64, r2
	jne loop
