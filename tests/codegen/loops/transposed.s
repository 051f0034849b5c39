loop:
	vmovups (r0), zmm0
	vmovups 64(r0), zmm1
	vmovups 128(r0), zmm2
	vmovaps zmm0, zmm3
	vpermt2ps zmm1, zmm4, zmm3
	vpermt2ps zmm2, zmm5, zmm3
	vmovaps zmm1, zmm6
	vpermt2ps zmm0, zmm7, zmm6
	vpermt2ps zmm2, zmm8, zmm6
	vpermt2ps zmm1, zmm9, zmm0
	vpermt2ps zmm2, zmm10, zmm0
	vmovups zmm3, (r1,r2,4)
	vmovups zmm6, (r3,r2,4)
	vmovups zmm0, (r4,r2,4)
	addq $16, r2
	addq $192, r0
	cmpq r2, r5
	jne loop

loop:
	vmovups (r0,r1,4), zmm0
	vmovups (r2,r1,4), zmm1
	vmovups (r3,r1,4), zmm2
	vmovaps zmm0, zmm3
	vpermt2ps zmm1, zmm4, zmm3
	vpermt2ps zmm2, zmm5, zmm3
	vmovaps zmm1, zmm6
	vpermt2ps zmm0, zmm7, zmm6
	vpermt2ps zmm2, zmm8, zmm6
	vpermt2ps zmm1, zmm9, zmm0
	vpermt2ps zmm2, zmm10, zmm0
	vmovups zmm0, 128(r4)
	vmovups zmm6, 64(r4)
	vmovups zmm3, (r4)
	addq $16, r1
	addq $192, r4
	cmpq r1, r5
	jne loop

loop:
	vmovups -128(r0,r1,4), zmm0
	vmovups -64(r0,r1,4), zmm1
	vmovups (r0,r1,4), zmm2
	vmovups 64(r0,r1,4), zmm3
	vmovaps zmm0, zmm4
	vpermt2ps zmm1, zmm5, zmm4
	vpermt2ps zmm1, zmm6, zmm0
	vmovaps zmm2, zmm1
	vpermt2ps zmm3, zmm5, zmm1
	vpermt2ps zmm3, zmm6, zmm2
	vmovups zmm4, -64(r2,r1,2)
	vmovups zmm1, (r2,r1,2)
	vmovups zmm0, -64(r3,r1,2)
	vmovups zmm2, (r3,r1,2)
	addq $64, r1
	cmpq r1, r4
	jne loop

loop:
	vmovups -64(r0,r1,2), zmm0
	vmovups (r0,r1,2), zmm1
	vmovups -64(r2,r1,2), zmm2
	vmovups (r2,r1,2), zmm3
	vmovaps zmm0, zmm4
	vpermt2ps zmm2, zmm5, zmm4
	vpermt2ps zmm2, zmm6, zmm0
	vmovups zmm0, -64(r3,r1,4)
	vmovups zmm4, -128(r3,r1,4)
	vmovaps zmm1, zmm0
	vpermt2ps zmm3, zmm5, zmm0
	vpermt2ps zmm3, zmm6, zmm1
	vmovups zmm1, 64(r3,r1,4)
	vmovups zmm0, (r3,r1,4)
	addq $64, r1
	cmpq r1, r4
	jne loop
