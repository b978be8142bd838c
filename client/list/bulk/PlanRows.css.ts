import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const filter = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
globalStyle(`${filter} a`, {
  display: 'inline-block',
  padding: `${theme.space.x1} 0`,
  color: theme.color.textSoft,
  fontVariantNumeric: 'tabular-nums',
  textDecoration: 'none',
})
globalStyle(`${filter} a:is(:hover, :focus-visible)`, { textDecoration: 'underline' })
globalStyle(`${filter} a[aria-current]`, {
  color: theme.color.accent,
  fontWeight: 600,
  boxShadow: `inset 0 -2px ${theme.color.accent}`,
})

export const row = style({ display: 'grid', alignContent: 'start' })
export const facts = style({
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const why = style({
  color: theme.color.textSoft,
  textAlign: 'end',
  selectors: { '&[data-refused]': { color: theme.color.error } },
  '@media': { [media.narrow]: { textAlign: 'start', fontSize: '13px' } },
})
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space.x2,
  marginTop: theme.space.x3,
})
export const steps = style({ display: 'flex', alignItems: 'center', gap: theme.space.x2 })
