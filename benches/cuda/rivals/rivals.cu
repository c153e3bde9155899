// The libraries that a CUDA programmer would call instead: CUB, cuSPARSE and cuBLAS, behind four
// functions that the benchmark loads. Memory and plans are made before the time is taken.

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cusparse.h>
#include <thrust/iterator/transform_iterator.h>

namespace {

void check(bool done) {
    if (!done) throw std::runtime_error("a library fails");
}
void check(cudaError_t error) { check(error == cudaSuccess); }
void check(cublasStatus_t status) { check(status == CUBLAS_STATUS_SUCCESS); }
void check(cusparseStatus_t status) { check(status == CUSPARSE_STATUS_SUCCESS); }

// Memory of the device.
class Memory {
public:
    explicit Memory(size_t bytes) { check(cudaMalloc(&data, bytes + 1)); }
    Memory(const void* from, size_t bytes) : Memory(bytes) {
        check(cudaMemcpy(data, from, bytes, cudaMemcpyHostToDevice));
    }
    Memory(const Memory&) = delete;
    ~Memory() { cudaFree(data); }
    template <typename T> T* as() const { return static_cast<T*>(data); }

private:
    void* data = nullptr;
};

struct Rival {
    explicit Rival(size_t bytes) : output(bytes) {}
    virtual ~Rival() = default;
    virtual void run() = 0;
    Memory output;
};

// An algorithm of CUB, which is a function of the memory that it wants besides.
template <typename Algorithm> class Cub final : public Rival {
public:
    Cub(size_t output_bytes, std::vector<std::unique_ptr<Memory>> inputs, Algorithm algorithm)
        : Rival(output_bytes), inputs(std::move(inputs)), algorithm(algorithm) {
        check(algorithm(nullptr, bytes, *this));
        temporary = std::make_unique<Memory>(bytes);
    }
    void run() override { check(algorithm(temporary->as<void>(), bytes, *this)); }
    std::vector<std::unique_ptr<Memory>> inputs;

private:
    Algorithm algorithm;
    size_t bytes = 0;
    std::unique_ptr<Memory> temporary;
};

template <typename Algorithm>
Rival* cub_rival(size_t output_bytes, std::vector<std::unique_ptr<Memory>> inputs, Algorithm algorithm) {
    return new Cub<Algorithm>(output_bytes, std::move(inputs), algorithm);
}

struct IsPositive {
    __device__ bool operator()(float x) const { return x > 0.0f; }
};
struct LastByte {
    __host__ __device__ int operator()(unsigned x) const { return int(x % 256); }
};

// A matrix in compressed rows by a vector.
class SparseProduct final : public Rival {
public:
    SparseProduct(size_t rows, size_t columns, size_t entries, const void* const* inputs)
        : Rival(rows * sizeof(double)), offsets(inputs[0], (rows + 1) * sizeof(int)),
          indices(inputs[1], entries * sizeof(int)), values(inputs[2], entries * sizeof(double)),
          x(inputs[3], columns * sizeof(double)) {
        check(cusparseCreate(&handle));
        check(cusparseCreateCsr(&matrix, rows, columns, entries, offsets.as<void>(), indices.as<void>(),
                                values.as<void>(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
        check(cusparseCreateDnVec(&from, columns, x.as<void>(), CUDA_R_64F));
        check(cusparseCreateDnVec(&to, rows, output.as<void>(), CUDA_R_64F));
        size_t bytes = 0;
        check(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from,
                                      &zero, to, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
        buffer = std::make_unique<Memory>(bytes);
        check(cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from,
                                      &zero, to, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                                      buffer->as<void>()));
    }
    ~SparseProduct() override {
        cusparseDestroyDnVec(to);
        cusparseDestroyDnVec(from);
        cusparseDestroySpMat(matrix);
        cusparseDestroy(handle);
    }
    void run() override {
        check(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from, &zero, to,
                           CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer->as<void>()));
    }

private:
    const double one = 1.0, zero = 0.0;
    Memory offsets, indices, values, x;
    std::unique_ptr<Memory> buffer;
    cusparseHandle_t handle = nullptr;
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseDnVecDescr_t from = nullptr, to = nullptr;
};

// Square matrices of single precision, without the shorter formats of the tensor cores.
class Product final : public Rival {
public:
    Product(size_t side, const void* const* inputs)
        : Rival(side * side * sizeof(float)), side(int(side)),
          a(inputs[0], side * side * sizeof(float)), b(inputs[1], side * side * sizeof(float)) {
        check(cublasCreate(&handle));
        check(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    }
    ~Product() override { cublasDestroy(handle); }
    // cuBLAS keeps columns together: its product of b and a is that of a and b in rows.
    void run() override {
        check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, b.as<float>(), side,
                          a.as<float>(), side, &zero, output.as<float>(), side));
    }

private:
    const float one = 1.0f, zero = 0.0f;
    int side;
    Memory a, b;
    cublasHandle_t handle = nullptr;
};

std::vector<std::unique_ptr<Memory>> one_input(const void* from, size_t bytes) {
    std::vector<std::unique_ptr<Memory>> inputs;
    inputs.push_back(std::make_unique<Memory>(from, bytes));
    return inputs;
}

Rival* make(const std::string& kernel, const size_t* sizes, const void* const* inputs) {
    const size_t n = sizes[0];
    auto input = [](auto& rival, size_t which) { return rival.inputs[which]->template as<float>(); };
    auto integers = [](auto& rival, size_t which) { return rival.inputs[which]->template as<unsigned>(); };
    if (kernel == "total") {
        return cub_rival(4, one_input(inputs[0], 4 * n), [=](void* memory, size_t& bytes, auto& rival) {
            return cub::DeviceReduce::Sum(memory, bytes, input(rival, 0), rival.output.template as<float>(), n);
        });
    }
    if (kernel == "running") {
        return cub_rival(4 * n, one_input(inputs[0], 4 * n), [=](void* memory, size_t& bytes, auto& rival) {
            return cub::DeviceScan::InclusiveSum(memory, bytes, integers(rival, 0),
                                                 rival.output.template as<unsigned>(), n);
        });
    }
    if (kernel == "chosen") {
        // The count comes behind the numbers.
        return cub_rival(4 * n + 8, one_input(inputs[0], 4 * n), [=](void* memory, size_t& bytes, auto& rival) {
            float* chosen = rival.output.template as<float>();
            return cub::DeviceSelect::If(memory, bytes, input(rival, 0), chosen,
                                         reinterpret_cast<int*>(chosen + n), int(n), IsPositive());
        });
    }
    if (kernel == "histogram") {
        return cub_rival(1024, one_input(inputs[0], 4 * n), [=](void* memory, size_t& bytes, auto& rival) {
            auto bins = thrust::make_transform_iterator(integers(rival, 0), LastByte());
            return cub::DeviceHistogram::HistogramEven(memory, bytes, bins,
                                                       rival.output.template as<unsigned>(), 257, 0, 256,
                                                       int(n));
        });
    }
    if (kernel == "sorted") {
        return cub_rival(4 * n, one_input(inputs[0], 4 * n), [=](void* memory, size_t& bytes, auto& rival) {
            return cub::DeviceRadixSort::SortKeys(memory, bytes, integers(rival, 0),
                                                  rival.output.template as<unsigned>(), n);
        });
    }
    if (kernel == "row_sums") {
        const size_t rows = sizes[1];
        auto both = one_input(inputs[0], 4 * n);
        both.push_back(std::make_unique<Memory>(inputs[1], 4 * (rows + 1)));
        return cub_rival(4 * rows, std::move(both), [=](void* memory, size_t& bytes, auto& rival) {
            const unsigned* offsets = integers(rival, 1);
            return cub::DeviceSegmentedReduce::Sum(memory, bytes, input(rival, 0),
                                                   rival.output.template as<float>(), rows, offsets,
                                                   offsets + 1);
        });
    }
    if (kernel == "sparse_product") return new SparseProduct(sizes[0], sizes[1], sizes[2], inputs);
    if (kernel == "product") return new Product(n, inputs);
    return nullptr;
}

// So much is cleared before a run that its launches are queued when it begins.
constexpr size_t BEFORE = size_t(1) << 30;

float milliseconds(Rival& rival) {
    static Memory before(BEFORE);
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaMemsetAsync(before.as<void>(), 0, BEFORE));
    check(cudaEventRecord(begin));
    rival.run();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float time = 0;
    check(cudaEventElapsedTime(&time, begin, end));
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return time;
}

}  // namespace

// A rival with its inputs on the device; none if there is no such rival, or it fails.
extern "C" void* rival_new(const char* kernel, const size_t* sizes, const void* const* inputs) {
    try {
        return make(kernel, sizes, inputs);
    } catch (const std::exception&) {
        return nullptr;
    }
}

// Milliseconds of a run on the device; negative if it fails.
extern "C" float rival_run(void* rival) {
    try {
        return milliseconds(*static_cast<Rival*>(rival));
    } catch (const std::exception&) {
        return -1;
    }
}

// Copies the begin of the result; whether that was done.
extern "C" bool rival_output(void* rival, void* to, size_t bytes) {
    return cudaMemcpy(to, static_cast<Rival*>(rival)->output.as<void>(), bytes, cudaMemcpyDeviceToHost)
        == cudaSuccess;
}

extern "C" void rival_delete(void* rival) { delete static_cast<Rival*>(rival); }
