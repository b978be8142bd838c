import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

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
export const column = style({ color: theme.color.textSoft })
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
