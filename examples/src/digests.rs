//! MD5, and the search for messages by their digests.

use accel::accel;

accel! {
    /// The first 32 bits of the sines of 1, 2, 3 … after the point.
    const SINES: [u32; 64] = [
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
        0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
        0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
        0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
        0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
        0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
        0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
        0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
        0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
    ];

    type Digest = (u32, u32, u32, u32);

    /// The byte at a place of a message that is followed by a bit, zeros and its length, up to a
    /// multiple of 64 bytes.
    fn padded(message: &[u8], place: usize, end: usize) -> u32 {
        let n = message.len();
        if place < n {
            message[place] as u32
        } else if place == n {
            0x80
        } else if place >= end - 8 {
            ((8 * n as u64) >> (8 * (place + 8 - end) as u64)) as u32 & 0xff
        } else {
            0
        }
    }

    /// The MD5 digest of a message, as four words of which the first byte is the lowest.
    fn md5(message: &[u8]) -> Digest {
        let end = (message.len() + 9).next_multiple_of(64);
        let mut digest = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
        for block in 0..end / 64 {
            let words = generate(16, |i| {
                let place = 64 * block + 4 * i;
                padded(message, place, end)
                    | padded(message, place + 1, end) << 8
                    | padded(message, place + 2, end) << 16
                    | padded(message, place + 3, end) << 24
            });
            let (mut a, mut b, mut c, mut d) = digest;
            for i in 0..16 {
                let mixed = a + ((b & c) | (!b & d)) + SINES[i] + words[i];
                let turn = match i % 4 { 0 => 7, 1 => 12, 2 => 17, _ => 22 };
                let turned = b + mixed.rotate_left(turn);
                a = d;
                d = c;
                c = b;
                b = turned;
            }
            for i in 16..32 {
                let mixed = a + ((d & b) | (!d & c)) + SINES[i] + words[(5 * i + 1) % 16];
                let turn = match i % 4 { 0 => 5, 1 => 9, 2 => 14, _ => 20 };
                let turned = b + mixed.rotate_left(turn);
                a = d;
                d = c;
                c = b;
                b = turned;
            }
            for i in 32..48 {
                let mixed = a + (b ^ c ^ d) + SINES[i] + words[(3 * i + 5) % 16];
                let turn = match i % 4 { 0 => 4, 1 => 11, 2 => 16, _ => 23 };
                let turned = b + mixed.rotate_left(turn);
                a = d;
                d = c;
                c = b;
                b = turned;
            }
            for i in 48..64 {
                let mixed = a + (c ^ (b | !d)) + SINES[i] + words[7 * i % 16];
                let turn = match i % 4 { 0 => 6, 1 => 10, 2 => 15, _ => 21 };
                let turned = b + mixed.rotate_left(turn);
                a = d;
                d = c;
                c = b;
                b = turned;
            }
            digest = (digest.0 + a, digest.1 + b, digest.2 + c, digest.3 + d);
        }
        digest
    }

    /// The digests of all messages.
    pub fn digests(messages: &[[u8]]) -> [Digest] {
        messages.map(|message| md5(message))
    }

    /// For each digest, the place of the first message that has it; or the number of messages if
    /// none has it.
    pub fn search(messages: &[[u8]], wanted: &[Digest]) -> [usize] {
        let found = messages.map(|message| md5(message)).enumerate();
        wanted.map(|goal| {
            let places = found.map(|(i, digest)| if digest == goal { i } else { messages.len() });
            places.reduce(messages.len(), |a, b| a.min(b))
        })
    }
}
