loop:
	vmovups (r0), zmm0
	vfmadd231ps 64(r1,r2){1to16}, zmm0, zmm1
	vfmadd231ps 128(r1,r2){1to16}, zmm0, zmm2
	vfmadd231ps 192(r1,r2){1to16}, zmm0, zmm3
	vfmadd231ps 256(r1,r2){1to16}, zmm0, zmm4
	vfmadd231ps 320(r1,r2){1to16}, zmm0, zmm5
	vfmadd231ps 384(r1,r2){1to16}, zmm0, zmm6
	vfmadd231ps 448(r1,r2){1to16}, zmm0, zmm7
	vfmadd231ps 512(r1,r2){1to16}, zmm0, zmm8
	vfmadd231ps 576(r1,r2){1to16}, zmm0, zmm9
	vfmadd231ps 640(r1,r2){1to16}, zmm0, zmm10
	vfmadd231ps 704(r1,r2){1to16}, zmm0, zmm11
	vfmadd231ps 768(r1,r2){1to16}, zmm0, zmm12
	vfmadd231ps 832(r1,r2){1to16}, zmm0, zmm13
	vfmadd231ps 896(r1,r2){1to16}, zmm0, zmm14
	vfmadd231ps 960(r1,r2){1to16}, zmm0, zmm15
	vfmadd231ps 1024(r1,r2){1to16}, zmm0, zmm16
	addq $64, r0
	addq $4, r2
	jne loop
