loop:
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
	vpunpckldq ymm1, ymm0, ymm4
	vpunpckhdq ymm1, ymm0, ymm0
	vmovdqu -768(r0), ymm1
	vmovdqu -512(r0), ymm5
	vmovdqu -256(r0), ymm6
	vmovdqu (r0), ymm7
	vpunpckldq ymm6, ymm1, ymm8
	vpunpckhdq ymm6, ymm1, ymm1
	vpunpckldq ymm7, ymm5, ymm6
	vpunpckhdq ymm7, ymm5, ymm5
	vpunpckldq ymm6, ymm8, ymm7
	vpunpckhdq ymm6, ymm8, ymm6
	vpunpckldq ymm5, ymm1, ymm8
	vpunpckhdq ymm5, ymm1, ymm1
	vinserti128 $1, xmm7, ymm3, ymm5
	vperm2i128 $49, ymm7, ymm3, ymm3
	vmovdqu ymm5, -1536(r1,r2)
	vmovdqu ymm3, -512(r1,r2)
	vinserti128 $1, xmm6, ymm2, ymm3
	vperm2i128 $49, ymm6, ymm2, ymm2
	vmovdqu ymm3, -1280(r1,r2)
	vmovdqu ymm2, -256(r1,r2)
	vinserti128 $1, xmm8, ymm4, ymm2
	vperm2i128 $49, ymm8, ymm4, ymm3
	vmovdqu ymm2, -1024(r1,r2)
	vmovdqu ymm3, (r1,r2)
	vinserti128 $1, xmm1, ymm0, ymm2
	vperm2i128 $49, ymm1, ymm0, ymm0
	vmovdqu ymm2, -768(r1,r2)
	vmovdqu ymm0, 256(r1,r2)
	addq $2048, r0
	addq $32, r2
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
	vunpcklps ymm6, ymm8, ymm7
	vunpckhps ymm6, ymm8, ymm6
	vunpcklps ymm5, ymm1, ymm8
	vunpckhps ymm5, ymm1, ymm1
	vinsertf128 $1, xmm7, ymm3, ymm5
	vperm2f128 $49, ymm7, ymm3, ymm3
	vmovups ymm5, -1536(r1,r2)
	vmovups ymm3, -512(r1,r2)
	vinsertf128 $1, xmm6, ymm2, ymm3
	vperm2f128 $49, ymm6, ymm2, ymm2
	vmovups ymm3, -1280(r1,r2)
	vmovups ymm2, -256(r1,r2)
	vinsertf128 $1, xmm8, ymm4, ymm2
	vperm2f128 $49, ymm8, ymm4, ymm3
	vmovups ymm2, -1024(r1,r2)
	vmovups ymm3, (r1,r2)
	vinsertf128 $1, xmm1, ymm0, ymm2
	vperm2f128 $49, ymm1, ymm0, ymm0
	vmovups ymm2, -768(r1,r2)
	vmovups ymm0, 256(r1,r2)
	addq $2048, r0
	addq $32, r2
	jne loop
