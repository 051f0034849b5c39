/* What ScaLAPACK takes for a redistribution and a product of f64 matrices: the figures beside those of
 * `systems/mpi/examples/bench.rs`.
 *
 *   scalapack redistribute N P Q FROM P Q TO TURNS    pdgemr2d between blocks of FROM and TO on meshes of P by Q
 *   scalapack matmul       N P Q BLOCK TURNS          pdgemm
 *
 * Each line has the seconds of the best turn, from a barrier to the last rank, and of the median. The result is
 * compared with what each element must be.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void Cblacs_get(int, int, int *);
extern void Cblacs_gridinit(int *, const char *, int, int);
extern void Cblacs_gridinfo(int, int *, int *, int *, int *);
extern void Cblacs_exit(int);
extern int numroc_(const int *, const int *, const int *, const int *, const int *);
extern void descinit_(int *, const int *, const int *, const int *, const int *, const int *, const int *, const int *,
                      const int *, int *);
extern void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *, int);
extern void pdgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                    const int *, const int *, const int *, const double *, const int *, const int *, const int *,
                    const double *, double *, const int *, const int *, const int *);
extern char *openblas_get_corename(void);
extern char *openblas_get_config(void);
extern int openblas_get_num_threads(void);

static int rank;

/* The part of an N by N matrix that this rank holds. */
struct part {
    int rows, columns, block, p, q, row, column, descriptor[9];
    double *data;
};

static struct part part(int context, int n, int block) {
    struct part x = {.block = block};
    const int zero = 0;
    Cblacs_gridinfo(context, &x.p, &x.q, &x.row, &x.column);
    x.rows = numroc_(&n, &block, &x.row, &zero, &x.p);
    x.columns = numroc_(&n, &block, &x.column, &zero, &x.q);
    int leading = x.rows > 1 ? x.rows : 1, info;
    descinit_(x.descriptor, &n, &n, &block, &block, &zero, &zero, &context, &leading, &info);
    if (info) exit(3);
    x.data = calloc((size_t)x.rows * x.columns + 1, sizeof(double));
    return x;
}

/* The global index of a local one. */
static int global(int local, int block, int at, int count) { return (local / block * count + at) * block + local % block; }

static double element(int i, int j) { return i * 8192.0 + j; }

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints the best and the median time; `turns[k]` is that of the slowest rank. */
static void report(const char *what, double *turns, int count, double flops) {
    qsort(turns, count, sizeof(double), compare);
    if (rank) return;
    printf("%s: best %.4f s, median %.4f s", what, turns[0], turns[count / 2]);
    if (flops > 0) printf(", %.1f GFLOP/s", flops / turns[0] * 1e-9);
    printf("\n");
}

static double slowest(double seconds) {
    double most;
    MPI_Allreduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

static int context_of(int p, int q) {
    int context;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row-major", p, q);
    return context;
}

static void redistribute(char **argv) {
    int n = atoi(argv[0]), turns = atoi(argv[7]);
    int from = context_of(atoi(argv[1]), atoi(argv[2])), to = context_of(atoi(argv[4]), atoi(argv[5]));
    int ranks, all;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    all = context_of(1, ranks);
    struct part a = part(from, n, atoi(argv[3])), b = part(to, n, atoi(argv[6]));
    for (int j = 0; j < a.columns; j++)
        for (int i = 0; i < a.rows; i++)
            a.data[(size_t)j * a.rows + i] =
                element(global(i, a.block, a.row, a.p), global(j, a.block, a.column, a.q));
    double *seconds = malloc(turns * sizeof(double));
    for (int k = 0; k < turns; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        Cpdgemr2d(n, n, a.data, 1, 1, a.descriptor, b.data, 1, 1, b.descriptor, all);
        seconds[k] = slowest(MPI_Wtime() - start);
    }
    for (int j = 0; j < b.columns; j++)
        for (int i = 0; i < b.rows; i++)
            if (b.data[(size_t)j * b.rows + i] !=
                element(global(i, b.block, b.row, b.p), global(j, b.block, b.column, b.q))) {
                fprintf(stderr, "wrong element\n");
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
    char what[128];
    snprintf(what, sizeof what, "pdgemr2d %d^2, %sx%s blocks of %s to %sx%s blocks of %s", n, argv[1], argv[2], argv[3],
             argv[4], argv[5], argv[6]);
    report(what, seconds, turns, 0);
}

static void matmul(char **argv) {
    int n = atoi(argv[0]), block = atoi(argv[3]), turns = atoi(argv[4]), one = 1;
    int context = context_of(atoi(argv[1]), atoi(argv[2]));
    struct part a = part(context, n, block), b = part(context, n, block), c = part(context, n, block);
    for (size_t k = 0; k < (size_t)a.rows * a.columns; k++) a.data[k] = 1.0, b.data[k] = 2.0;
    double alpha = 1, beta = 0, *seconds = malloc(turns * sizeof(double));
    for (int k = 0; k < turns; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        pdgemm_("N", "N", &n, &n, &n, &alpha, a.data, &one, &one, a.descriptor, b.data, &one, &one, b.descriptor, &beta,
                c.data, &one, &one, c.descriptor);
        seconds[k] = slowest(MPI_Wtime() - start);
    }
    for (size_t k = 0; k < (size_t)c.rows * c.columns; k++)
        if (fabs(c.data[k] - 2.0 * n) > 1e-6 * n) {
            fprintf(stderr, "wrong element\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    if (!rank)
        printf("%s, core %s, %d thread(s)\n", openblas_get_config(), openblas_get_corename(), openblas_get_num_threads());
    char what[64];
    snprintf(what, sizeof what, "pdgemm %d^3, %sx%s blocks of %d", n, argv[1], argv[2], block);
    report(what, seconds, turns, 2.0 * n * n * n);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 10 && !strcmp(argv[1], "redistribute")) redistribute(argv + 2);
    else if (argc == 7 && !strcmp(argv[1], "matmul")) matmul(argv + 2);
    else {
        if (!rank) fprintf(stderr, "usage: scalapack redistribute N P Q FROM P Q TO TURNS | matmul N P Q BLOCK TURNS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    Cblacs_exit(0);
    return 0;
}
