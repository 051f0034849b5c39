loop:
	vmovups -128(r0), zmm0
	vmovups -64(r0), zmm1
	vmovups (r0), zmm2
	vbroadcastss -28(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss -24(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	vbroadcastss -20(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vbroadcastss -16(r1), zmm12
	vfmadd231ps zmm3, zmm2, zmm13
	vfmadd231ps zmm12, zmm0, zmm14
	vfmadd231ps zmm12, zmm1, zmm15
	vfmadd231ps zmm12, zmm2, zmm16
	vbroadcastss -12(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm17
	vfmadd231ps zmm3, zmm1, zmm18
	vfmadd231ps zmm3, zmm2, zmm19
	vbroadcastss -8(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm20
	vfmadd231ps zmm3, zmm1, zmm21
	vfmadd231ps zmm3, zmm2, zmm22
	vbroadcastss -4(r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm23
	vfmadd231ps zmm3, zmm1, zmm24
	vbroadcastss (r1), zmm12
	vfmadd231ps zmm3, zmm2, zmm25
	vfmadd231ps zmm0, zmm12, zmm26
	vfmadd231ps zmm1, zmm12, zmm27
	vfmadd231ps zmm12, zmm2, zmm28
	incq r2
	addq $32, r1
	addq r3, r0
	cmpq r4, r2
	jbe loop
