import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const head = style({
  marginBottom: theme.space.x2,
  color: theme.color.textSoft,
  fontSize: '13px',
  fontWeight: 600,
})
export const form = style({ display: 'contents' })
export const fields = style({ display: 'grid', gap: theme.space.x3, justifyItems: 'start' })
export const list = style({ margin: 0, padding: 0, listStyle: 'none' })
export const kept = style({
  display: 'grid',
  gap: theme.space.x2,
  padding: `${theme.space.x3} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const name = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space.x2,
})
export const tools = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
export const soft = style({ color: theme.color.textSoft })
export const why = style({ color: theme.color.error })
/** Before a saved selection is deleted. */
export const question = style({
  display: 'grid',
  justifyItems: 'start',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
