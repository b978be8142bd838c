import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  alignContent: 'start',
} as const

/** The alert and its comments, with the forms beside them if there is room and below if not. */
export const page = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
})
export const column = style(stack)
/** Above the comments in narrow windows: who opens a message wants to respond first. */
export const forms = style([column, { '@media': { [media.roomy]: { gridArea: '1 / 2' } } }])
export const inset = style({
  ...stack,
  gap: theme.space.x2,
  padding: theme.space.x4,
  overflowWrap: 'anywhere',
})
export const soft = style({ color: theme.color.textSoft, fontSize: theme.size.small })
