/** Minimum contrast of text on its background (WCAG 2.2, 1.4.3; screens.md, Create store). */
export const minContrast = 4.5

/**
 * Calculates the contrast of two colors written as `#RRGGBB`: from 1 (the same) to 21 (black on
 * white), as WCAG 2.2 defines it.
 */
export function calculateContrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [calculateLuminance(first), calculateLuminance(second)].toSorted(
    (a, b) => a - b,
  )
  return (light + 0.05) / (dark + 0.05)
}

/** Calculates the relative luminance: 0 is black, 1 is white. */
function calculateLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
