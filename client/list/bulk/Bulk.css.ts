import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
})
globalStyle(`${figures} > div`, {
  display: 'flex',
  flexDirection: 'column-reverse',
  padding: `${theme.space.x3} ${theme.space.x4}`,
})
globalStyle(`${figures} > div + div`, { borderInlineStart: `1px solid ${theme.color.line}` })
globalStyle(`${figures} dt`, { color: theme.color.textSoft, fontSize: '13px' })
globalStyle(`${figures} dd`, {
  margin: 0,
  fontSize: theme.size.title,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
})
export const head = style({
  marginBottom: theme.space.x1,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 600,
})
export const rows = style({ margin: 0, padding: 0, listStyle: 'none' })
globalStyle(`${rows} > li`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${theme.space.x4}`,
  padding: `${theme.space.x2} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
  overflowWrap: 'anywhere',
})
export const sides = style({ display: 'grid', justifyItems: 'end' })
globalStyle(`${sides} del`, { color: theme.color.textSoft, textDecoration: 'none' })
globalStyle(`${sides} ins`, { fontWeight: 500, textDecoration: 'none' })
export const why = style({ color: theme.color.error })
