/** Renders two colors in one frame, so that the eye can compare them. */
export function ColorPair({ left, right, size }: { left: string; right: string; size: number }) {
  const width = size * 2
  return (
    <svg width={width} height={size} aria-hidden="true">
      <rect width={size} height={size} fill={left} />
      <rect x={size} width={size} height={size} fill={right} />
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={size - 1}
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
  )
}
