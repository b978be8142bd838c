import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const facts = style({ color: theme.color.textSoft, fontSize: theme.size.small })

/** Written by an operator, so it may be wider than the panel. */
export const article = style({
  display: 'grid',
  gap: theme.space.x3,
  gridTemplateColumns: 'minmax(0, 1fr)',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
})
globalStyle(`${article} :is(ul, ol)`, { paddingInlineStart: theme.space.x5, listStyle: 'revert' })
globalStyle(`${article} :is(pre, table)`, { overflowX: 'auto' })
globalStyle(`${article} table`, { display: 'block', borderCollapse: 'collapse' })
globalStyle(`${article} :is(th, td)`, {
  padding: `${theme.space.x1} ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  textAlign: 'start',
})

export const quiz = style({ display: 'grid', gap: theme.space.x3 })
export const question = style({
  display: 'grid',
  gap: theme.space.x2,
  minWidth: 0,
  padding: theme.space.x3,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
})
globalStyle(`${question} > legend`, { padding: `0 ${theme.space.x1}`, fontWeight: 600 })
export const answer = style({ display: 'flex', alignItems: 'baseline', gap: theme.space.x2 })
globalStyle(`${answer} > b`, { color: theme.color.error, fontSize: theme.size.small })
globalStyle(`${answer} > b[data-right]`, { color: theme.color.success })
