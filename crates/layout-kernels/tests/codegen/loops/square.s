loop:
	vmovups -64(r0), zmm0
	vmovups (r0), zmm1
	vfmadd231ps (r1,r2,4){1to16}, zmm0, zmm2
	vfmadd231ps 64(r1,r2,4){1to16}, zmm0, zmm3
	vfmadd231ps 128(r1,r2,4){1to16}, zmm0, zmm4
	vfmadd231ps 192(r1,r2,4){1to16}, zmm0, zmm5
	vfmadd231ps 256(r1,r2,4){1to16}, zmm0, zmm6
	vfmadd231ps 320(r1,r2,4){1to16}, zmm0, zmm7
	vfmadd231ps 384(r1,r2,4){1to16}, zmm0, zmm8
	vfmadd231ps 448(r1,r2,4){1to16}, zmm0, zmm9
	vfmadd231ps 512(r1,r2,4){1to16}, zmm0, zmm10
	vfmadd231ps 576(r1,r2,4){1to16}, zmm0, zmm11
	vfmadd231ps 640(r1,r2,4){1to16}, zmm0, zmm12
	vfmadd231ps 704(r1,r2,4){1to16}, zmm0, zmm13
	vfmadd231ps 768(r1,r2,4){1to16}, zmm0, zmm14
	vfmadd231ps 832(r1,r2,4){1to16}, zmm0, zmm15
	vfmadd231ps 896(r1,r2,4){1to16}, zmm0, zmm16
	vfmadd231ps 960(r1,r2,4){1to16}, zmm0, zmm17
	vfmadd231ps 4(r1,r2,4){1to16}, zmm1, zmm2
	vfmadd231ps 68(r1,r2,4){1to16}, zmm1, zmm3
	vfmadd231ps 132(r1,r2,4){1to16}, zmm1, zmm4
	vfmadd231ps 196(r1,r2,4){1to16}, zmm1, zmm5
	vfmadd231ps 260(r1,r2,4){1to16}, zmm1, zmm6
	vfmadd231ps 324(r1,r2,4){1to16}, zmm1, zmm7
	vfmadd231ps 388(r1,r2,4){1to16}, zmm1, zmm8
	vfmadd231ps 452(r1,r2,4){1to16}, zmm1, zmm9
	vfmadd231ps 516(r1,r2,4){1to16}, zmm1, zmm10
	vfmadd231ps 580(r1,r2,4){1to16}, zmm1, zmm11
	vfmadd231ps 644(r1,r2,4){1to16}, zmm1, zmm12
	vfmadd231ps 708(r1,r2,4){1to16}, zmm1, zmm13
	vfmadd231ps 772(r1,r2,4){1to16}, zmm1, zmm14
	vfmadd231ps 836(r1,r2,4){1to16}, zmm1, zmm15
	vfmadd231ps 900(r1,r2,4){1to16}, zmm1, zmm16
	vfmadd231ps 964(r1,r2,4){1to16}, zmm1, zmm17
	addq $2, r2
	subq $-128, r0
	cmpq $16, r2
	jb loop
