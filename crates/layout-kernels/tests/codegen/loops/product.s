loop:
	vmovups -144(r0), ymm0
	vmovups -112(r0), ymm1
	vbroadcastss -56(r1), ymm2
	vmovups -80(r0), xmm3
	vfmadd231ps ymm2, ymm0, ymm4
	vfmadd231ps ymm2, ymm1, ymm5
	vfmadd231ps ymm2, ymm3, ymm6
	vbroadcastss -52(r1), ymm2
	vfmadd231ps ymm2, ymm0, ymm7
	vfmadd231ps ymm2, ymm1, ymm8
	vfmadd231ps ymm2, ymm3, ymm9
	vbroadcastss -48(r1), ymm2
	vfmadd231ps ymm0, ymm2, ymm10
	vfmadd231ps ymm1, ymm2, ymm11
	vfmadd231ps ymm2, ymm3, ymm12
	vmovups -64(r0), ymm0
	vmovups -32(r0), ymm1
	vmovups (r0), xmm2
	vbroadcastss -8(r1), ymm3
	vfmadd231ps ymm3, ymm0, ymm4
	vfmadd231ps ymm3, ymm1, ymm5
	vfmadd231ps ymm3, ymm2, ymm6
	vbroadcastss -4(r1), ymm3
	vfmadd231ps ymm3, ymm0, ymm7
	vfmadd231ps ymm3, ymm1, ymm8
	vbroadcastss (r1), ymm13
	vfmadd231ps ymm3, ymm2, ymm9
	vfmadd231ps ymm0, ymm13, ymm10
	vfmadd231ps ymm1, ymm13, ymm11
	vfmadd231ps ymm13, ymm2, ymm12
	addq $2, r2
	addq $96, r1
	addq $160, r0
	cmpq $24, r2
	jb loop

loop:
	vmovups -80(r0), ymm0 {k0} {z}
	vbroadcastss -68(r1), zmm1
	vmovups -144(r0), zmm2
	vfmadd231ps zmm1, zmm2, zmm3
	vfmadd231ps ymm1, ymm0, ymm4
	vbroadcastss -64(r1), zmm1
	vfmadd231ps zmm1, zmm2, zmm5
	vfmadd231ps ymm1, ymm0, ymm6
	vbroadcastss -60(r1), zmm1
	vfmadd231ps zmm1, zmm2, zmm7
	vfmadd231ps ymm1, ymm0, ymm8
	vbroadcastss -56(r1), zmm1
	vfmadd231ps zmm1, zmm2, zmm9
	vfmadd231ps ymm1, ymm0, ymm10
	vbroadcastss -52(r1), zmm1
	vfmadd231ps zmm1, zmm2, zmm11
	vfmadd231ps ymm1, ymm0, ymm12
	vbroadcastss -48(r1), zmm1
	vmovups -64(r0), zmm13
	vfmadd231ps zmm1, zmm2, zmm14
	vfmadd231ps ymm0, ymm1, ymm15
	vmovups (r0), ymm0 {k0} {z}
	vbroadcastss -20(r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm3
	vfmadd231ps ymm1, ymm0, ymm4
	vbroadcastss -16(r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm5
	vfmadd231ps ymm1, ymm0, ymm6
	vbroadcastss -12(r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm7
	vfmadd231ps ymm1, ymm0, ymm8
	vbroadcastss -8(r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm9
	vfmadd231ps ymm1, ymm0, ymm10
	vbroadcastss -4(r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm11
	vfmadd231ps ymm1, ymm0, ymm12
	vbroadcastss (r1), zmm1
	vfmadd231ps zmm1, zmm13, zmm14
	vfmadd231ps ymm0, ymm1, ymm15
	addq $2, r2
	addq $96, r1
	addq $160, r0
	cmpq $24, r2
	jb loop
