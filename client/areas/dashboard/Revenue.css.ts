import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const row = style({
  display: 'grid',
  gridTemplateColumns: '4ch minmax(0, 1fr)',
  alignItems: 'baseline',
  columnGap: theme.space.x3,
  padding: '6px 0',
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
})
export const currency = style({
  color: theme.color.textSoft,
  selectors: { '&:not(:hover, :focus-visible)': { textDecoration: 'none' } },
})
export const amount = style({
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'end',
  color: 'inherit',
  selectors: { '&:not(:hover, :focus-visible)': { textDecoration: 'none' } },
})
export const change = style({ gridColumn: '1 / -1', textAlign: 'end' })
