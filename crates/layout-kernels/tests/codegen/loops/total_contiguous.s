loop:
	vaddps (r0,r1,4), zmm0, zmm0
	vaddps 64(r0,r1,4), zmm1, zmm1
	vaddps 128(r0,r1,4), zmm0, zmm0
	vaddps 192(r0,r1,4), zmm1, zmm1
	vaddps 256(r0,r1,4), zmm0, zmm0
	vaddps 320(r0,r1,4), zmm1, zmm1
	vaddps 384(r0,r1,4), zmm0, zmm0
	vaddps 448(r0,r1,4), zmm1, zmm1
	subq $-128, r1
	cmpq $2048, r1
	jne loop
