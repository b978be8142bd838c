import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const scene = style({
  display: 'grid',
  gridTemplateColumns: 'min-content minmax(0, 1fr)',
  gap: theme.space.x4,
  alignItems: 'start',
})
export const preview = style([
  scene,
  {
    paddingBottom: theme.space.x4,
    marginBottom: theme.space.x4,
    borderBottom: `1px solid ${theme.color.line}`,
  },
])
export const combined = style({ gridColumn: '1 / -1' })
globalStyle(`${combined} summary`, { fontWeight: 600, overflowWrap: 'anywhere' })
globalStyle(`${combined} > div`, { marginTop: theme.space.x3 })
export const card = style({
  width: '150px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const ranking = style({ minWidth: 0 })
globalStyle(`${ranking} h3`, { margin: 0, fontSize: theme.size.normal })
globalStyle(`${ranking} p, ${ranking} li`, { overflowWrap: 'anywhere' })
globalStyle(`${ranking} ol`, {
  margin: `${theme.space.x2} 0`,
  paddingInlineStart: theme.space.x5,
  listStyle: 'decimal',
})
export const hiddenSticker = style({ color: theme.color.textSoft })
export const chip = style({ maxWidth: '100%', verticalAlign: 'middle' })
/** A status that is a sentence wraps, unlike others, which are one word. */
export const wrappingText = style({ whiteSpace: 'normal' })
