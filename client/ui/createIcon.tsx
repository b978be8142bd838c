import type { SVGProps } from 'react'

/** A drawing of Lucide, as its icon modules hold it: elements with their attributes, on a square. */
type Drawing = {
  size: number
  node: readonly (readonly [Tag: 'path' | 'circle' | 'rect' | 'line', attributes: Attributes])[]
}
type Attributes = { key: string } & Record<string, string>

/**
 * Makes the component of a drawing. The build puts it in the place of Lucide's own (scripts/leaveOut.mjs), whose options
 * nothing here uses and every page would load.
 */
export function createIcon({ size: square, node }: Drawing) {
  // Made once: a list draws the same picture in every row.
  const shapes = node.map(([Tag, { key, ...attributes }]) => <Tag key={key} {...attributes} />)
  return function Icon({ size = square, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${square} ${square}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {shapes}
      </svg>
    )
  }
}
