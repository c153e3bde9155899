//! Functions that exist so that a loader finds them; they say that the device cannot do it.

use super::{CUresult, Status};

macro_rules! unsupported {
    ($($name:ident)+) => {$(
        #[doc = concat!("`", stringify!($name), "` of the driver API: not supported.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> CUresult {
            Status::NOT_SUPPORTED.0
        }
    )+};
}

// The functions that the crate `cust` links besides those that are emulated: graphs, arrays, textures and the
// like.
unsupported! {
    cuArray3DCreate_v2
    cuArray3DGetDescriptor_v2
    cuArrayDestroy
    cuDestroyExternalMemory
    cuExternalMemoryGetMappedBuffer
    cuGraphAddKernelNode
    cuGraphCreate
    cuGraphDebugDotPrint
    cuGraphDestroy
    cuGraphGetEdges
    cuGraphGetNodes
    cuGraphKernelNodeGetParams
    cuGraphNodeGetType
    cuImportExternalMemory
    cuMemcpy2D_v2
    cuMemcpyAtoH_v2
    cuMemcpyHtoA_v2
    cuSurfObjectCreate
    cuSurfObjectDestroy
    cuSurfObjectGetResourceDesc
    cuTexObjectCreate
    cuTexObjectDestroy
    cuTexObjectGetResourceDesc
    cuTexObjectGetResourceViewDesc
}
