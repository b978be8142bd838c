import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
} as const
export const line = `1px solid ${theme.color.line}`

export const page = style(stack)
export const tab = style(stack)
/** A panel lies over the page: beside it the page would have no room. Narrower windows give panels a place of their own. */
export const over = style({
  '@media': {
    [media.roomy]: {
      position: 'fixed',
      top: `calc(${theme.height.topBar} + ${theme.space.x4})`,
      right: theme.space.x4,
      zIndex: 25,
      width: theme.width.panel,
      borderRadius: theme.radius.large,
      boxShadow: `0 8px 24px ${theme.color.shade}`,
    },
  },
})

export const inset = style({ ...stack, padding: theme.space.x4 })
export const rows = style({ display: 'grid' })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  minHeight: '36px',
  padding: `${theme.space.x1} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
})
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x6}`,
})
/** Name and value in one line of text, which wraps where it is too long. */
export const fact = style({ minWidth: 0, overflowWrap: 'anywhere' })
globalStyle(`${fact} > dt, ${fact} > dd`, { display: 'inline' })
globalStyle(`${fact} > dt`, { marginInlineEnd: theme.space.x2 })
export const figuresTable = style({ ...stack, gap: theme.space.x2 })
/** Columns of numbers on a narrow screen: words wrap rather than push the numbers out of sight. */
globalStyle(`${figuresTable} :is(th, td)`, {
  '@media': { [media.narrow]: { padding: '2px 6px', fontSize: '13px', whiteSpace: 'normal' } },
})

export const soft = style({ color: theme.color.textSoft })
export const good = style({ color: theme.color.success, fontWeight: 500 })
export const wrap = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })
/** Text of any length in a cell of a table. */
export const words = style({
  minWidth: '160px',
  paddingBlock: theme.space.x1,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
})
export const event = style({ fontWeight: 500 })
export const small = style({ margin: 0, fontSize: theme.size.normal, fontWeight: 500 })
