import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const figure = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
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
export const svg = style({ display: 'block', width: '100%', height: 'auto', overflow: 'visible' })
export const grid = style({ stroke: theme.color.line })
export const axis = style({
  fill: theme.color.textSoft,
  fontSize: '11px',
  fontVariantNumeric: 'tabular-nums',
})
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  fontSize: '13px',
})
export const toggle = style({ color: theme.color.textSoft, fontSize: '13px' })
export const scroll = style({ maxHeight: '260px', overflow: 'auto' })

/** Told apart by colour and, for lines, by dashes: never by colour alone. */
const strokes = ['#4338ca', '#0f766e', '#b45309'] as const
export const line = styleVariants({ 0: strokes[0], 1: strokes[1], 2: strokes[2] }, (stroke) => ({
  fill: 'none',
  stroke,
  strokeWidth: 2,
  strokeLinejoin: 'round' as const,
}))
export const bar = style({ fill: strokes[0] })
export const swatch = styleVariants(
  { 0: strokes[0], 1: strokes[1], 2: strokes[2] },
  (background) => ({
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: theme.space.x1,
    borderRadius: '2px',
    background,
  }),
)
