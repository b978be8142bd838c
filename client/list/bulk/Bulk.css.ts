import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
})
globalStyle(`${figures} > div`, {
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  padding: `${theme.space.x3} ${theme.space.x4}`,
  '@media': { [media.narrow]: { paddingInline: theme.space.x3 } },
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
  justifyContent: 'space-between',
  gap: `0 ${theme.space.x4}`,
  padding: `${theme.space.x2} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
  overflowWrap: 'anywhere',
})
globalStyle(`${rows} > li`, { '@media': { [media.narrow]: { display: 'grid' } } })
globalStyle(`${rows} > li > :first-child`, { flex: '1 0 40%', minWidth: 0 })
globalStyle(`${rows} a`, { color: 'inherit', fontWeight: 500, textDecoration: 'none' })
globalStyle(`${rows} a:is(:hover, :focus-visible)`, { textDecoration: 'underline' })
export const more = style({
  padding: `${theme.space.x2} 0`,
  color: theme.color.accent,
  fontWeight: 500,
  cursor: 'pointer',
})
export const of = style({ color: theme.color.textSoft })
export const sides = style({
  display: 'grid',
  flex: '0 1 auto',
  alignContent: 'start',
  justifyItems: 'end',
  textAlign: 'end',
  '@media': {
    [media.narrow]: { justifyItems: 'start', fontSize: '13px', textAlign: 'start' },
  },
})
globalStyle(`${sides} del`, { color: theme.color.textSoft, textDecoration: 'none' })
globalStyle(`${sides} ins`, { fontWeight: 500, textDecoration: 'none' })
export const why = style({
  color: theme.color.error,
  textAlign: 'end',
  '@media': { [media.narrow]: { textAlign: 'start', fontSize: '13px' } },
})
