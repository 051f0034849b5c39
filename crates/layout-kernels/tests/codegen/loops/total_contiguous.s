loop:
	vaddps (r0,r1), zmm0, zmm0
	vaddps (r2,r1), zmm1, zmm1
	subq $-128, r1
	cmpq r1, r3
	jne loop

loop:
	vaddps -448(r0,r1,4), zmm0, zmm0
	vaddps -384(r0,r1,4), zmm1, zmm1
	vaddps -320(r0,r1,4), zmm0, zmm0
	vaddps -256(r0,r1,4), zmm1, zmm1
	vaddps -192(r0,r1,4), zmm0, zmm0
	vaddps -128(r0,r1,4), zmm1, zmm1
	vaddps -64(r0,r1,4), zmm0, zmm0
	vaddps (r0,r1,4), zmm1, zmm1
	subq $-128, r1
	addq $-4, r2
	jne loop
