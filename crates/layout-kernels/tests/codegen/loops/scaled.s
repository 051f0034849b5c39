loop:
	vmulps -192(r0,r1,4), zmm0, zmm1
	vmulps -128(r0,r1,4), zmm0, zmm2
	vmulps -64(r0,r1,4), zmm0, zmm3
	vmulps (r0,r1,4), zmm0, zmm4
	vmovups zmm1, -192(r2,r1,4)
	vmovups zmm2, -128(r2,r1,4)
	vmovups zmm3, -64(r2,r1,4)
	vmovups zmm4, (r2,r1,4)
	addq $64, r1
	cmpq $1584, r1
	jne loop

loop:
	vmulps -192(r0,r1,4), zmm0, zmm1
	vmulps -128(r0,r1,4), zmm0, zmm2
	vmulps -64(r0,r1,4), zmm0, zmm3
	vmulps (r0,r1,4), zmm0, zmm4
	vmulps -192(r2,r1,4), zmm5, zmm6
	vaddps zmm6, zmm1, zmm1
	vmulps -128(r2,r1,4), zmm5, zmm6
	vaddps zmm6, zmm2, zmm2
	vmulps -64(r2,r1,4), zmm5, zmm6
	vmulps (r2,r1,4), zmm5, zmm7
	vaddps zmm6, zmm3, zmm3
	vaddps zmm7, zmm4, zmm4
	vmovups zmm1, -192(r2,r1,4)
	vmovups zmm2, -128(r2,r1,4)
	vmovups zmm3, -64(r2,r1,4)
	vmovups zmm4, (r2,r1,4)
	addq $64, r1
	cmpq $1584, r1
	jne loop
