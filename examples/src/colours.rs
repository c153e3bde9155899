//! Colour quantisation: the few colours that represent a photograph best, by k-means.

use accel::accel;

accel! {
    type Colour = (f32, f32, f32);

    /// The squared distance of two colours.
    fn distance(a: Colour, b: Colour) -> f32 {
        let (red, green, blue) = (a.0 - b.0, a.1 - b.1, a.2 - b.2);
        red * red + green * green + blue * blue
    }

    /// The index of the colour of the palette that is nearest to this one.
    fn nearest(palette: &[Colour; k], colour: Colour) -> usize {
        palette.map(|candidate| distance(candidate, colour)).argmin()
    }

    /// The colours of pixels at even distances through the photograph: where k-means begins.
    pub fn first_palette(photo: &[[Colour; w]; h], k: usize) -> [Colour; k] {
        let pixels = photo.flatten();
        generate(k, |i| pixels[(2 * i + 1) * pixels.len() / (2 * k)])
    }

    /// One round of k-means: each colour of the palette becomes the mean of the pixels that are nearest
    /// to it, and stays as it is if there are none.
    pub fn improve_palette(photo: &[[Colour; w]; h], palette: &[Colour; k]) -> [Colour; k] {
        let pixels = photo.flatten();
        let labels = pixels.map(|pixel| nearest(palette, pixel));
        let none = [((0.0, 0.0, 0.0), 0); k];
        let totals = none.scatter_with(merge, labels, pixels.map(|pixel| (pixel, 1)));
        zip(totals, palette).map(|(((r, g, b), count), old)| {
            let share = 1.0 / count as f32;
            if count == 0 { old } else { (r * share, g * share, b * share) }
        })
    }

    /// The sum of the colours of two sets of pixels, and how many there are.
    fn merge(one: (Colour, u32), other: (Colour, u32)) -> (Colour, u32) {
        let (a, b) = (one.0, other.0);
        ((a.0 + b.0, a.1 + b.1, a.2 + b.2), one.1 + other.1)
    }

    /// The photograph with each pixel in the nearest colour of the palette, and the mean squared
    /// distance of the pixels from their colours.
    pub fn paint(photo: &[[Colour; w]; h], palette: &[Colour; k]) -> ([[Colour; w]; h], f32) {
        let painted = photo.map(|row| row.map(|pixel| palette[nearest(palette, pixel)]));
        let error = zip(photo.flatten(), painted.flatten()).map(|(a, b)| distance(a, b)).sum();
        (painted, error / (w * h) as f32)
    }

    /// The photograph in the `k` colours that so many rounds of k-means find.
    pub fn quantise(photo: &[[Colour; w]; h], k: usize, rounds: usize) -> [[Colour; w]; h] {
        let mut palette = first_palette(photo, k);
        for _ in 0..rounds {
            palette = improve_palette(photo, palette);
        }
        photo.map(|row| row.map(|pixel| palette[nearest(palette, pixel)]))
    }
}
