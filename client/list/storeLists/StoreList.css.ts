import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

/** A field with its button beside it, or below it in a narrow window. */
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space.x2,
  marginBottom: theme.space.x3,
})
export const grow = style({ flex: '1 1 200px', minWidth: 0 })
export const stack = style({ display: 'grid', gap: theme.space.x3, margin: `${theme.space.x3} 0` })
export const head = style({
  margin: `${theme.space.x3} 0 ${theme.space.x1}`,
  fontSize: theme.size.normal,
  fontWeight: 600,
})

export const rows = style({ margin: 0, padding: 0, listStyle: 'none' })
globalStyle(`${rows} > li`, {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x2} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
  overflowWrap: 'anywhere',
})
globalStyle(`${rows} > li > :first-child`, { flex: '1 1 auto', minWidth: 0 })
export const store = style({ display: 'grid' })
export const facts = style({
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})

export const pages = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space.x2,
  marginTop: theme.space.x3,
})
export const steps = style({ display: 'flex', gap: theme.space.x2 })

export const figures = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x5, margin: 0 })
globalStyle(`${figures} > div`, { display: 'flex', flexDirection: 'column-reverse' })
globalStyle(`${figures} dd`, { margin: 0, fontSize: theme.size.title, fontWeight: 600 })
globalStyle(`${figures} dt`, { color: theme.color.textSoft, fontSize: '13px' })
globalStyle(`${figures} > div`, { '@media': { [media.narrow]: { flexBasis: '40%' } } })
