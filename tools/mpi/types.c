/* What a redistribution of an f64 matrix takes with MPI's derived datatypes in place of copies into messages: the figures
 * beside those of `systems/mpi/examples/bench.rs`.
 *
 *   types N P Q FROM P Q TO TURNS    between blocks of FROM and TO on meshes of P by Q
 *
 * Each pair of ranks has one message: the columns that both hold, each a type of the runs of rows that both hold. The types
 * are made before the turns. Prints the seconds of the best turn, from a barrier to the last rank, and of the median. The
 * result is compared with what each element must be.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    int p, q, block, row, column, rows, columns;
    double *data;
};

/* The local index of a global one on its owner along an axis of `count` devices, and that owner. */
static int local(int k, int block, int count) { return k / block / count * block + k % block; }
static int owner(int k, int block, int count) { return k / block % count; }

static int held(int n, int block, int at, int count) {
    int found = 0;
    for (int k = 0; k < n; k++) found += owner(k, block, count) == at;
    return found;
}

static struct part part(int n, int p, int q, int block, int rank) {
    struct part x = {.p = p, .q = q, .block = block, .row = rank / q, .column = rank % q};
    x.rows = held(n, block, x.row, p);
    x.columns = held(n, block, x.column, q);
    x.data = calloc((size_t)x.rows * x.columns + 1, sizeof(double));
    return x;
}

/* The elements of `own` that are those of `other`, too: 0 without one. */
static MPI_Datatype shared(int n, struct part *own, struct part *other) {
    int *lengths = malloc(n * sizeof(int)), *starts = malloc(n * sizeof(int)), runs = 0, columns = 0;
    MPI_Aint *places = malloc(n * sizeof(MPI_Aint));
    for (int k = 0; k < n; k++) {
        if (owner(k, own->block, own->p) != own->row || owner(k, other->block, other->p) != other->row) continue;
        int at = local(k, own->block, own->p);
        if (runs && starts[runs - 1] + lengths[runs - 1] == at) lengths[runs - 1]++;
        else starts[runs] = at, lengths[runs++] = 1;
    }
    for (int k = 0; k < n; k++)
        if (owner(k, own->block, own->q) == own->column && owner(k, other->block, other->q) == other->column)
            places[columns++] = (MPI_Aint)local(k, own->block, own->q) * own->rows * sizeof(double);
    MPI_Datatype column, all = MPI_DATATYPE_NULL;
    if (runs && columns) {
        MPI_Type_indexed(runs, lengths, starts, MPI_DOUBLE, &column);
        MPI_Type_create_hindexed_block(columns, 1, places, column, &all);
        MPI_Type_commit(&all);
        MPI_Type_free(&column);
    }
    free(lengths), free(starts), free(places);
    return all;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The global index of a local one. */
static int global(int local, int block, int at, int count) { return (local / block * count + at) * block + local % block; }

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 9) {
        if (!rank) fprintf(stderr, "usage: types N P Q FROM P Q TO TURNS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int x[9];
    for (int k = 1; k < 9; k++) x[k] = atoi(argv[k]);
    int n = x[1], turns = x[8];
    struct part a = part(n, x[2], x[3], x[4], rank), b = part(n, x[5], x[6], x[7], rank);
    for (int j = 0; j < a.columns; j++)
        for (int i = 0; i < a.rows; i++)
            a.data[(size_t)j * a.rows + i] =
                global(i, a.block, a.row, a.p) * 8192.0 + global(j, a.block, a.column, a.q);
    MPI_Datatype *sent = malloc(size * sizeof(MPI_Datatype)), *received = malloc(size * sizeof(MPI_Datatype));
    for (int k = 0; k < size; k++) {
        struct part there = {.p = x[5], .q = x[6], .block = x[7], .row = k / x[6], .column = k % x[6]};
        sent[k] = shared(n, &a, &there);
        there = (struct part){.p = x[2], .q = x[3], .block = x[4], .row = k / x[3], .column = k % x[3]};
        received[k] = shared(n, &b, &there);
    }
    double *seconds = malloc(turns * sizeof(double));
    MPI_Request *requests = malloc(2 * size * sizeof(MPI_Request));
    for (int k = 0; k < turns; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        int count = 0;
        for (int step = 0; step < size; step++) {
            int from = (rank + size - step) % size, to = (rank + step) % size;
            if (received[from] != MPI_DATATYPE_NULL)
                MPI_Irecv(b.data, 1, received[from], from, 0, MPI_COMM_WORLD, &requests[count++]);
            if (sent[to] != MPI_DATATYPE_NULL)
                MPI_Isend(a.data, 1, sent[to], to, 0, MPI_COMM_WORLD, &requests[count++]);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        double mine = MPI_Wtime() - start;
        MPI_Allreduce(&mine, &seconds[k], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    for (int j = 0; j < b.columns; j++)
        for (int i = 0; i < b.rows; i++)
            if (b.data[(size_t)j * b.rows + i] !=
                global(i, b.block, b.row, b.p) * 8192.0 + global(j, b.block, b.column, b.q)) {
                fprintf(stderr, "wrong element\n");
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
    qsort(seconds, turns, sizeof(double), compare);
    if (!rank)
        printf("derived types, %d^2, %dx%d blocks of %d to %dx%d blocks of %d: best %.4f s, median %.4f s\n", n, x[2],
               x[3], x[4], x[5], x[6], x[7], seconds[0], seconds[turns / 2]);
    MPI_Finalize();
    return 0;
}
