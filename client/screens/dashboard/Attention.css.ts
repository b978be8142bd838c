import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const items = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  listStyle: 'none',
  overflow: 'hidden',
})
export const item = style({
  display: 'grid',
  gap: `${theme.space.x2} ${theme.space.x4}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
  '@media': {
    [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' },
    [media.narrow]: { padding: `${theme.space.x2} ${theme.space.x3}` },
  },
})
export const what = style({
  display: 'grid',
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: 500,
})
// A title of two lines hangs beside its dot.
globalStyle(`${what} > span:first-child`, {
  whiteSpace: 'normal',
  paddingInlineStart: theme.space.x4,
  textIndent: `calc(-1 * ${theme.space.x4})`,
})
const soft = { color: theme.color.textSoft, fontWeight: 400, fontSize: '13px' } as const
export const detail = style({ ...soft, paddingInlineStart: theme.space.x4 })
export const facts = style({
  ...soft,
  paddingInlineStart: theme.space.x4,
  fontVariantNumeric: 'tabular-nums',
})
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
})
export const failure = style({ color: theme.color.error })
