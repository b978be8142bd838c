import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
} as const

export const page = style(stack)
/** The content of a section that has no form. */
export const inset = style({ ...stack, padding: theme.space.x4 })
export const text = style({ margin: 0, color: theme.color.textSoft })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: '120px minmax(0, 1fr)',
  gap: `${theme.space.x2} ${theme.space.x3}`,
  margin: 0,
  padding: theme.space.x4,
  overflowWrap: 'anywhere',
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
/** A second line of a cell. */
export const about = style({
  display: 'block',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})
export const pages = style({ display: 'flex', gap: theme.space.x4 })
export const inline = style({ display: 'grid', gap: theme.space.x3, maxWidth: '420px' })
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space.x3,
  paddingBottom: theme.space.x3,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const codes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
  gap: theme.space.x2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const secret = style({ overflowWrap: 'anywhere', userSelect: 'all' })
