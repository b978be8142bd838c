import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const address = style({
  fontFamily: theme.font.mono,
  fontSize: '13px',
  overflowWrap: 'anywhere',
  marginBottom: theme.space.x4,
})
export const search = style({
  display: 'block',
  maxWidth: '320px',
  marginBottom: theme.space.x4,
  color: theme.color.text,
})
export const heading = style({
  fontSize: theme.size.normal,
  fontWeight: 600,
  color: theme.color.text,
})
export const list = style({ display: 'grid', gap: theme.space.x1, marginTop: theme.space.x1 })
