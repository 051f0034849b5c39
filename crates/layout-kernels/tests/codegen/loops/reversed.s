loop:
	vpermilps $27, (r0), zmm0
	vshuff64x2 $27, zmm0, zmm0, zmm0
	vpermilps $27, -64(r0), zmm1
	vmovupd zmm0, 128(r1,r2,4)
	vshuff64x2 $27, zmm1, zmm1, zmm0
	vmovupd zmm0, 192(r1,r2,4)
	vpermilps $27, -128(r0), zmm0
	vshuff64x2 $27, zmm0, zmm0, zmm0
	vpermilps $27, -192(r0), zmm1
	vmovupd zmm0, 256(r1,r2,4)
	vshuff64x2 $27, zmm1, zmm1, zmm0
	vmovupd zmm0, 320(r1,r2,4)
	addq $64, r2
	addq $-256, r0
	cmpq $2016, r2
	jb loop
