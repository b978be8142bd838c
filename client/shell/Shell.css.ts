import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const skip = style({
  position: 'fixed',
  top: theme.space.x2,
  left: theme.space.x2,
  zIndex: 30,
  padding: theme.space.x2,
  background: theme.color.surface,
  selectors: { '&:not(:focus)': { clipPath: 'inset(50%)' } },
})

export const frame = style({
  display: 'grid',
  gridTemplate: `"bar bar" ${theme.height.topBar} "menu content" 1fr / auto minmax(0, 1fr)`,
  minHeight: '100dvh',
  '@media': {
    [`${media.narrow} and (scripting: none)`]: {
      gridTemplate: `"bar" ${theme.height.topBar} "content" auto "menu" auto / minmax(0, 1fr)`,
    },
  },
})

export const content = style({
  gridArea: 'content',
  minWidth: 0,
  padding: `${theme.space.x4} ${theme.space.x6} ${theme.space.x12}`,
  outline: 'none',
  '@media': {
    [media.narrow]: { padding: `${theme.space.x3} ${theme.space.x3} ${theme.space.x8}` },
  },
})

export const keys = style({ display: 'grid', gap: theme.space.x2, marginBottom: theme.space.x4 })
export const row = style({
  display: 'grid',
  gridTemplateColumns: '110px 1fr',
  alignItems: 'baseline',
})
export const key = style({
  padding: `2px ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
  background: theme.color.sunken,
  fontFamily: theme.font.mono,
  fontSize: '13px',
})

export const form = style({ display: 'grid', gap: theme.space.x4 })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
export const gap = style({ flex: 1 })
// On narrow screens, three buttons don't fit on one line, so the one before the gap gets a line of
// its own.
globalStyle(`${actions}:has(> ${gap}:not(:first-child)) > *`, {
  '@media': { [media.narrow]: { flexGrow: 1 } },
})
globalStyle(`${actions} > :has(+ ${gap})`, { '@media': { [media.narrow]: { flexBasis: '100%' } } })
globalStyle(`${actions} > * + ${gap}`, { '@media': { [media.narrow]: { display: 'none' } } })
