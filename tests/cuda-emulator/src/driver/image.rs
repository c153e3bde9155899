//! The images that a module can be loaded from: PTX text, or a fat binary with PTX in it.

use super::Status;
use super::pointers::Input;

const FAT_BINARY: u32 = 0xba55_ed50;
/// The first word of `__fatBinC_Wrapper_t`; the address of the fat binary follows after 8 bytes.
const FAT_BINARY_WRAPPER: u32 = 0x4662_43b1;
const MACHINE_CODE: u32 = u32::from_le_bytes(*b"\x7fELF");

/// The kind of a fat binary's entry that holds PTX.
const PTX_ENTRY: u16 = 1;

/// The PTX of an image, or why there is none.
pub(super) fn text(image: Input<u8>) -> Result<String, (Status, String)> {
    let null = |status| (status, "the image is a null pointer".to_string());
    let magic = image.cast::<u32>().get(0).map_err(null)?;
    match magic {
        // Nothing to complain about: programs try machine code first, and PTX then.
        MACHINE_CODE => Err((Status::NO_BINARY_FOR_GPU, String::new())),
        FAT_BINARY => fat_binary(image).map_err(null)?,
        FAT_BINARY_WRAPPER => {
            let inner = image.cast::<*const u8>().get(1).map_err(null)?;
            // SAFETY: the wrapper points to a fat binary, as the API demands.
            text(unsafe { Input::new(inner) })
        }
        _ => plain(image).map_err(null)?,
    }
}

type Found = Result<String, (Status, String)>;

fn plain(image: Input<u8>) -> Result<Found, Status> {
    let mut bytes = Vec::new();
    loop {
        match image.get(bytes.len())? {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    let not_text = (Status::INVALID_IMAGE, "the image is no text".to_string());
    Ok(String::from_utf8(bytes).map_err(|_| not_text))
}

/// The last PTX entry: entries are sorted by architecture, and any fits if its target does.
fn fat_binary(image: Input<u8>) -> Result<Found, Status> {
    let number = |at: usize| -> Result<u64, Status> {
        let bytes: Vec<u8> = (0..8).map(|index| image.get(at + index)).collect::<Result<_, _>>()?;
        Ok(crate::memory::read_value(&bytes))
    };
    let mut at = (number(4)? >> 16 & 0xffff) as usize;
    let end = at + number(8)? as usize;
    let mut found = None;
    while at < end {
        let kind = number(at)? as u16;
        let header = (number(at)? >> 32) as usize;
        let size = number(at + 8)? as usize;
        let compressed = number(at + 16)? as u32;
        if kind == PTX_ENTRY && compressed == 0 {
            found = Some((at + header, size));
        }
        at += header + size;
    }
    let Some((start, size)) = found else {
        let message = "the fat binary has no uncompressed PTX";
        return Ok(Err((Status::NO_BINARY_FOR_GPU, message.to_string())));
    };
    let bytes: Vec<u8> = (start..start + size).map(|at| image.get(at)).collect::<Result<_, _>>()?;
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
    Ok(String::from_utf8(text).map_err(|_| (Status::INVALID_IMAGE, "no text".to_string())))
}
