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
export const why = style({
  color: theme.color.textSoft,
  textAlign: 'end',
  selectors: { '&[data-refused]': { color: theme.color.error } },
  '@media': { [media.narrow]: { textAlign: 'start', fontSize: '13px' } },
})
