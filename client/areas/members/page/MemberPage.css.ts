import { style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
} as const

/** The timeline, with the other sections beside it if there is room and below it if not. */
export const page = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr) 300px' } },
})
export const aside = style(stack)
export const inset = style({ padding: theme.space.x4 })
export const soft = style({ color: theme.color.textSoft })
export const lines = style({ ...stack, gap: theme.space.x2, padding: theme.space.x4 })
export const balance = style({ fontVariantNumeric: 'tabular-nums', fontWeight: 500 })

export const kinds = style({ padding: `0 ${theme.space.x4}` })
export const entries = style({
  display: 'grid',
  listStyle: 'none',
  padding: `${theme.space.x4} ${theme.space.x4} 0`,
})
/** A line connects the entries. */
export const entry = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `0 ${theme.space.x3}`,
  padding: `0 0 ${theme.space.x4} ${theme.space.x4}`,
  borderInlineStart: `1px solid ${theme.color.line}`,
  marginInlineStart: '4px',
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  selectors: {
    '&:last-child': { borderColor: 'transparent' },
    '&::before': {
      content: '',
      position: 'absolute',
      insetInlineStart: '-5px',
      top: '6px',
      width: '9px',
      height: '9px',
      borderRadius: '50%',
      background: theme.color.lineStrong,
    },
    '&[data-tone="good"]::before': { background: theme.color.success },
    '&[data-tone="bad"]::before': { background: theme.color.error },
  },
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
export const entryHeading = style({ fontWeight: 500, overflowWrap: 'anywhere' })
export const time = style({
  color: theme.color.textSoft,
  fontWeight: 400,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
})
export const details = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  overflowWrap: 'anywhere',
})
export const comment = style({ ...stack, gap: theme.space.x2, gridColumn: '1 / -1', minWidth: 0 })
export const pager = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  padding: theme.space.x4,
  borderTop: `1px solid ${theme.color.line}`,
})

export const answer = style({ fontSize: theme.size.large, fontWeight: 500 })
export const checks = style({ display: 'grid', gap: theme.space.x3, listStyle: 'none' })
export const check = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `0 ${theme.space.x3}`,
  overflowWrap: 'anywhere',
})
export const checkSentence = style({ gridColumn: '1 / -1', color: theme.color.textSoft })
