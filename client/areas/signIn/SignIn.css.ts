import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const page = style({
  display: 'grid',
  placeContent: 'center',
  placeItems: 'center',
  gap: theme.space.x4,
  minHeight: '100dvh',
  padding: theme.space.x4,
})
export const card = style({
  display: 'grid',
  gap: theme.space.x4,
  width: '100%',
  maxWidth: '368px',
  padding: theme.space.x6,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const form = style({ display: 'grid', gap: theme.space.x4 })
export const title = style({
  fontSize: theme.size.title,
  fontWeight: 600,
  letterSpacing: '-0.01em',
})
export const soft = style({ color: theme.color.textSoft })
export const refusal = style({
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.errorSoft,
  color: theme.color.error,
})
export const password = style({ display: 'grid', gap: theme.space.x2 })
export const show = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
  color: theme.color.textSoft,
  '@media': { '(scripting: none)': { display: 'none' } },
})
globalStyle(`${show} > input`, { margin: 0 })
export const divider = style({
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  '::before': { content: '', borderTop: `1px solid ${theme.color.line}` },
  '::after': { content: '', borderTop: `1px solid ${theme.color.line}` },
})
export const mark = style({ flex: 'none' })

/** Passkeys need JavaScript. */
globalStyle('[data-scripted]', { '@media': { '(scripting: none)': { display: 'none' } } })
export const ways = style({ display: 'grid', gap: theme.space.x2, padding: 0, listStyle: 'none' })
export const plain = style({
  minHeight: '24px',
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.color.textSoft,
  textDecoration: 'underline',
  cursor: 'pointer',
})
export const setup = style({ display: 'grid', justifyItems: 'center', gap: theme.space.x2 })
globalStyle(`${setup} > img`, {
  borderRadius: theme.radius.medium,
  background: '#fff',
})
export const secret = style({ textAlign: 'center', overflowWrap: 'anywhere', userSelect: 'all' })
