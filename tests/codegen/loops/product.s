loop:
	vmovups -64(r0,r1), ymm0
	vmovups -32(r0,r1), ymm1
	vbroadcastss -20(r2), ymm2
	vmovups (r0,r1), ymm3 {k0} {z}
	vfmadd231ps ymm2, ymm0, ymm4
	vfmadd231ps ymm2, ymm1, ymm5
	vfmadd231ps ymm2, ymm3, ymm6
	vbroadcastss -16(r2), ymm2
	vfmadd231ps ymm2, ymm0, ymm7
	vfmadd231ps ymm2, ymm1, ymm8
	vfmadd231ps ymm2, ymm3, ymm9
	vbroadcastss -12(r2), ymm2
	vfmadd231ps ymm2, ymm0, ymm10
	vfmadd231ps ymm2, ymm1, ymm11
	vfmadd231ps ymm2, ymm3, ymm12
	vbroadcastss -8(r2), ymm2
	vfmadd231ps ymm2, ymm0, ymm13
	vfmadd231ps ymm2, ymm1, ymm14
	vbroadcastss -4(r2), ymm15
	vfmadd231ps ymm2, ymm3, ymm16
	vfmadd231ps ymm15, ymm0, ymm17
	vfmadd231ps ymm15, ymm1, ymm18
	vfmadd231ps ymm15, ymm3, ymm19
	vbroadcastss (r2), ymm2
	vfmadd231ps ymm0, ymm2, ymm20
	vfmadd231ps ymm1, ymm2, ymm21
	vfmadd231ps ymm2, ymm3, ymm22
	addq $80, r1
	addq $48, r2
	cmpq $1984, r1
	jne loop

loop:
	vmovups ymm0, rsp)
	vmovups -64(r0,r1), ymm0
	vmovups rsp), ymm1
	vmaskmovps (r0,r1), ymm1, ymm2
	vmovups -32(r0,r1), ymm3
	vbroadcastss -12(r2), ymm4
	vfmadd231ps ymm4, ymm0, ymm5
	vfmadd231ps ymm4, ymm3, ymm6
	vfmadd231ps ymm4, ymm2, ymm7
	vbroadcastss -8(r2), ymm4
	vfmadd231ps ymm4, ymm0, ymm8
	vfmadd231ps ymm4, ymm3, ymm9
	vmovaps ymm10, ymm1
	vbroadcastss -4(r2), ymm10
	vfmadd231ps ymm4, ymm2, ymm11
	vfmadd231ps ymm10, ymm0, ymm12
	vfmadd231ps ymm10, ymm3, ymm13
	vfmadd231ps ymm10, ymm2, ymm14
	vbroadcastss (r2), ymm10
	vfmadd231ps ymm0, ymm10, ymm15
	vmovups rsp), ymm0
	vfmadd231ps ymm3, ymm10, ymm0
	vfmadd231ps ymm10, ymm2, ymm1
	vmovaps ymm1, ymm10
	addq $80, r1
	addq $48, r2
	cmpq $1984, r1
	jne loop

loop:
	vmovups ymm0, rsp)
	vmovups -64(r0,r1), ymm1
	vmovups rsp), ymm2
	vmaskmovps (r0,r1), ymm2, ymm3
	vmovups -32(r0,r1), ymm4
	vbroadcastss -12(r2), ymm0
	vfmadd231ps ymm0, ymm1, ymm5
	vfmadd231ps ymm0, ymm4, ymm6
	vfmadd231ps ymm0, ymm3, ymm7
	vbroadcastss -8(r2), ymm0
	vfmadd231ps ymm0, ymm1, ymm8
	vfmadd231ps ymm0, ymm4, ymm9
	vbroadcastss -4(r2), ymm2
	vfmadd231ps ymm0, ymm3, ymm10
	vmovups rsp), ymm0
	vfmadd231ps ymm2, ymm1, ymm11
	vfmadd231ps ymm2, ymm4, ymm12
	vfmadd231ps ymm2, ymm3, ymm13
	vbroadcastss (r2), ymm2
	vfmadd231ps ymm1, ymm2, ymm14
	vfmadd231ps ymm4, ymm2, ymm15
	vfmadd231ps ymm2, ymm3, ymm0
	addq $80, r1
	addq $48, r2
	cmpq $1984, r1
	jne loop
