import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const heading = style({ marginTop: theme.space.x2, fontSize: theme.size.normal })
export const stages = style({ display: 'grid', gap: theme.space.x2, margin: 0 })
globalStyle(`${stages} > div`, {
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr)',
  gap: theme.space.x2,
  alignItems: 'baseline',
})
globalStyle(`${stages} dd`, { display: 'flex', gap: theme.space.x2, margin: 0 })
globalStyle(`${stages} dt`, { fontWeight: 500 })

/** Names wrap, and on narrow screens times too, because the table is as wide as its panel. */
export const moves = style({ minWidth: 0 })
globalStyle(`${moves} tbody th`, { paddingBlock: theme.space.x1, whiteSpace: 'normal' })
globalStyle(`${moves} tbody td`, {
  '@media': { [media.narrow]: { whiteSpace: 'normal', overflowWrap: 'normal' } },
})

/** Above the disabled buttons. */
export const blocked = style({
  display: 'grid',
  gap: theme.space.x1,
  margin: `0 0 ${theme.space.x2}`,
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.warningSoft,
  color: theme.color.warning,
  fontSize: '13px',
  listStyle: 'none',
})

/** Buttons that schedule a step. */
export const schedule = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })

/** Keeps line breaks. */
export const changelog = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })

export const picture = style({
  display: 'block',
  maxWidth: '100%',
  maxHeight: '180px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
})
export const pairs = style({
  display: 'grid',
  gap: theme.space.x1,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const sentence = style({ whiteSpace: 'normal' })
export const inputs = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))',
  gap: theme.space.x3,
})
