loop:
	vbroadcastss -60(r0), ymm0
	vmovups -80(r1), ymm1 {k0} {z}
	vmovups -144(r1), ymm2
	vmovups -112(r1), ymm3
	vmovups -64(r1), ymm4
	vmovups -32(r1), ymm5
	vfmadd231ps ymm0, ymm2, ymm6
	vfmadd231ps ymm0, ymm3, ymm7
	vfmadd231ps ymm0, ymm1, ymm8
	vbroadcastss -56(r0), ymm0
	vfmadd231ps ymm0, ymm2, ymm9
	vfmadd231ps ymm0, ymm3, ymm10
	vfmadd231ps ymm0, ymm1, ymm11
	vbroadcastss -52(r0), ymm0
	vfmadd231ps ymm0, ymm2, ymm12
	vfmadd231ps ymm0, ymm3, ymm13
	vfmadd231ps ymm0, ymm1, ymm14
	vbroadcastss -48(r0), ymm0
	vfmadd231ps ymm2, ymm0, ymm15
	vfmadd231ps ymm3, ymm0, ymm16
	vfmadd231ps ymm0, ymm1, ymm17
	vmovups (r1), ymm0 {k0} {z}
	vbroadcastss -12(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm6
	vfmadd231ps ymm1, ymm5, ymm7
	vfmadd231ps ymm1, ymm0, ymm8
	vbroadcastss -8(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm9
	vfmadd231ps ymm1, ymm5, ymm10
	vfmadd231ps ymm1, ymm0, ymm11
	vbroadcastss -4(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm12
	vfmadd231ps ymm1, ymm5, ymm13
	vbroadcastss (r0), ymm2
	vfmadd231ps ymm1, ymm0, ymm14
	vfmadd231ps ymm4, ymm2, ymm15
	vfmadd231ps ymm5, ymm2, ymm16
	vfmadd231ps ymm2, ymm0, ymm17
	addq $2, r2
	addq $96, r0
	addq $160, r1
	cmpq $23, r2
	jbe loop

loop:
	vbroadcastss -60(r0), ymm0
	vmovups -80(r1), ymm1 {k0} {z}
	vmovups -144(r1), ymm2
	vmovups -112(r1), ymm3
	vmovups -64(r1), ymm4
	vmovups -32(r1), ymm5
	vfmadd231ps ymm0, ymm2, ymm6
	vfmadd231ps ymm0, ymm3, ymm7
	vfmadd231ps ymm0, ymm1, ymm8
	vbroadcastss -56(r0), ymm0
	vfmadd231ps ymm0, ymm2, ymm9
	vfmadd231ps ymm0, ymm3, ymm10
	vfmadd231ps ymm0, ymm1, ymm11
	vbroadcastss -52(r0), ymm0
	vfmadd231ps ymm0, ymm2, ymm12
	vfmadd231ps ymm0, ymm3, ymm13
	vfmadd231ps ymm0, ymm1, ymm14
	vbroadcastss -48(r0), ymm0
	vfmadd231ps ymm2, ymm0, ymm15
	vfmadd231ps ymm3, ymm0, ymm16
	vfmadd231ps ymm0, ymm1, ymm17
	vmovups (r1), ymm0 {k0} {z}
	vbroadcastss -12(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm6
	vfmadd231ps ymm1, ymm5, ymm7
	vfmadd231ps ymm1, ymm0, ymm8
	vbroadcastss -8(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm9
	vfmadd231ps ymm1, ymm5, ymm10
	vfmadd231ps ymm1, ymm0, ymm11
	vbroadcastss -4(r0), ymm1
	vfmadd231ps ymm1, ymm4, ymm12
	vfmadd231ps ymm1, ymm5, ymm13
	vbroadcastss (r0), ymm2
	vfmadd231ps ymm1, ymm0, ymm14
	vfmadd231ps ymm4, ymm2, ymm15
	vfmadd231ps ymm5, ymm2, ymm16
	vfmadd231ps ymm2, ymm0, ymm17
	addq $2, r2
	addq $96, r0
	addq $160, r1
	cmpq $24, r2
	jb loop

loop:
	vmaskmovps -80(r0), ymm0, ymm1
	vbroadcastss -56(r1), ymm2
	vmovups -144(r0), ymm3
	vmovups -112(r0), ymm4
	vmovups -64(r0), ymm5
	vmovups -32(r0), ymm6
	vfmadd231ps ymm2, ymm3, ymm7
	vfmadd231ps ymm2, ymm4, ymm8
	vfmadd231ps ymm2, ymm1, ymm9
	vbroadcastss -52(r1), ymm2
	vfmadd231ps ymm2, ymm3, ymm10
	vfmadd231ps ymm2, ymm4, ymm11
	vfmadd231ps ymm2, ymm1, ymm12
	vbroadcastss -48(r1), ymm2
	vfmadd231ps ymm3, ymm2, ymm13
	vfmadd231ps ymm4, ymm2, ymm14
	vmaskmovps (r0), ymm0, ymm3
	vfmadd231ps ymm2, ymm1, ymm15
	vbroadcastss -8(r1), ymm1
	vfmadd231ps ymm1, ymm5, ymm7
	vfmadd231ps ymm1, ymm6, ymm8
	vfmadd231ps ymm1, ymm3, ymm9
	vbroadcastss -4(r1), ymm1
	vfmadd231ps ymm1, ymm5, ymm10
	vfmadd231ps ymm1, ymm6, ymm11
	vbroadcastss (r1), ymm2
	vfmadd231ps ymm1, ymm3, ymm12
	vfmadd231ps ymm5, ymm2, ymm13
	vfmadd231ps ymm6, ymm2, ymm14
	vfmadd231ps ymm2, ymm3, ymm15
	addq $2, r2
	addq $96, r1
	addq $160, r0
	cmpq $23, r2
	jbe loop

loop:
	vmaskmovps -80(r0), ymm0, ymm1
	vbroadcastss -56(r1), ymm2
	vmovups -144(r0), ymm3
	vmovups -112(r0), ymm4
	vmovups -64(r0), ymm5
	vmovups -32(r0), ymm6
	vfmadd231ps ymm2, ymm3, ymm7
	vfmadd231ps ymm2, ymm4, ymm8
	vfmadd231ps ymm2, ymm1, ymm9
	vbroadcastss -52(r1), ymm2
	vfmadd231ps ymm2, ymm3, ymm10
	vfmadd231ps ymm2, ymm4, ymm11
	vfmadd231ps ymm2, ymm1, ymm12
	vbroadcastss -48(r1), ymm2
	vfmadd231ps ymm3, ymm2, ymm13
	vfmadd231ps ymm4, ymm2, ymm14
	vmaskmovps (r0), ymm0, ymm3
	vfmadd231ps ymm2, ymm1, ymm15
	vbroadcastss -8(r1), ymm1
	vfmadd231ps ymm1, ymm5, ymm7
	vfmadd231ps ymm1, ymm6, ymm8
	vfmadd231ps ymm1, ymm3, ymm9
	vbroadcastss -4(r1), ymm1
	vfmadd231ps ymm1, ymm5, ymm10
	vfmadd231ps ymm1, ymm6, ymm11
	vbroadcastss (r1), ymm2
	vfmadd231ps ymm1, ymm3, ymm12
	vfmadd231ps ymm5, ymm2, ymm13
	vfmadd231ps ymm6, ymm2, ymm14
	vfmadd231ps ymm2, ymm3, ymm15
	addq $2, r2
	addq $96, r1
	addq $160, r0
	cmpq $24, r2
	jb loop
