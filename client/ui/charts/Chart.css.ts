import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const figure = style({
  containerType: 'inline-size',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x2,
  minWidth: 0,
})
export const caption = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: theme.space.x3,
  fontWeight: 600,
})
export const legend = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 400,
})
export const note = style({
  marginInlineStart: 'auto',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontWeight: 400,
  '@container': { '(max-width: 400px)': { marginInlineStart: 0 } },
})
/** Puts the values beside the drawing, in a column that fits "999.9K". */
export const plot = style({
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr)',
  gap: '6px',
})
export const values = style({ display: 'block', width: '100%', height: '200px' })
export const drawing = style({ display: 'block', width: '100%', height: '200px' })
export const grid = style({ stroke: theme.color.line })
export const axis = style({
  fill: theme.color.textSoft,
  fontSize: '11px',
  fontVariantNumeric: 'tabular-nums',
  // Hides every second label if the drawing has no room for all.
  '@container': {
    '(max-width: 400px)': { selectors: { '&[data-minor]': { display: 'none' } } },
  },
})
/** Area in which the pointer shows a label's values. */
export const slot = style({
  fill: 'transparent',
  selectors: { '&:hover': { fill: theme.color.text, fillOpacity: 0.06 } },
})
/** One grid for all rows. The first column is never narrower than its longest word. */
export const bars = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(min-content, 2fr) minmax(0, 3fr) auto',
  gap: theme.space.x2,
})
export const row = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
})
export const label = style({ overflowWrap: 'break-word' })
export const track = style({
  display: 'block',
  width: '100%',
  height: '12px',
  borderRadius: theme.radius.small,
  background: theme.color.sunken,
})
export const value = style({
  minWidth: '4ch',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
})
export const toggle = style({
  marginBlock: theme.space.x1,
  color: theme.color.textSoft,
  fontSize: '13px',
})

/** Series differ by color and, for lines, by dashes: never by color alone. */
const strokes = ['#4338ca', '#0f766e', '#b45309'] as const
export const line = styleVariants({ 0: strokes[0], 1: strokes[1], 2: strokes[2] }, (stroke) => ({
  fill: 'none',
  stroke,
  strokeWidth: 2,
  strokeLinejoin: 'round' as const,
  selectors: { '&[data-thin]': { strokeWidth: 1, strokeOpacity: 0.7 } },
}))
export const point = styleVariants({ 0: strokes[0], 1: strokes[1], 2: strokes[2] }, (fill) => ({
  fill,
}))
export const bar = style({
  fill: strokes[0],
  selectors: { '&[data-thin]': { fillOpacity: 0.55 } },
})
export const swatch = styleVariants(
  { 0: strokes[0], 1: strokes[1], 2: strokes[2] },
  (background) => ({
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: theme.space.x1,
    borderRadius: '2px',
    background,
    selectors: { '&[data-thin]': { height: '2px', verticalAlign: '4px', opacity: 0.7 } },
  }),
)
