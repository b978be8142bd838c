import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The line that stays on scroll is as high as this: what sticks beneath it starts there. */
export const lineHeight = '48px'

/** Has no box of its own, so that its line sticks within the whole page. */
export const header = style({ display: 'contents' })

/** As wide as the page: the padding around the content lies within it. */
export const wholeWidth = {
  marginInline: `calc(-1 * ${theme.space.x6})`,
  paddingInline: theme.space.x6,
  '@media': {
    [media.narrow]: {
      marginInline: `calc(-1 * ${theme.space.x3})`,
      paddingInline: theme.space.x3,
    },
  },
} as const

/** On scroll it goes at once where the line that stays would cut it. */
const wholeOrGone = {
  '@supports': {
    '(animation-timeline: view())': {
      animation: `${keyframes({ to: { opacity: 0 } })} linear both`,
      animationTimeline: `view(block calc(${theme.height.topBar} + ${lineHeight}) 0px)`,
      animationRange: 'exit 0% exit 12%',
    },
  },
} as const

export const way = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  minHeight: '20px',
  marginBlock: `calc(-1 * ${theme.space.x1})`,
})
globalStyle(`${way} > nav`, { minWidth: 0 })
/** In one line at every width: the steps are cut short, the page's own last. */
export const trail = style({
  display: 'flex',
  minWidth: 0,
  // Its words begin where the title does.
  marginInlineStart: '-2px',
  overflow: 'hidden',
  color: theme.color.textSoft,
  fontSize: '12.5px',
})
export const step = style({
  ...oneLine,
  minWidth: '20px',
  // So that the outline of a focused step is not cut off.
  padding: '2px',
  flexShrink: 3,
  selectors: {
    '&:last-child': { flexShrink: 1 },
    '& + &::before': { content: '/', marginInlineEnd: theme.space.x1 },
  },
})
// Of four the last two have room there; the menu leads to the others.
const early = `${step}:nth-last-child(n + 4)`
globalStyle(`:is(${early}, ${early} + ${step})`, {
  '@media': { [media.narrow]: { display: 'none' } },
})
globalStyle(`${early} + ${step} + ${step}::before`, {
  '@media': { [media.narrow]: { content: 'none' } },
})
globalStyle(`${step} > a`, { color: 'inherit', textDecoration: 'none' })
globalStyle(`${step} > a:hover`, { color: theme.color.text, textDecoration: 'underline' })

export const line = style({
  ...wholeWidth,
  position: 'sticky',
  top: theme.height.topBar,
  // Above the heads and first columns that stay in sight in tables, below what floats.
  zIndex: 15,
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  minHeight: lineHeight,
  background: theme.color.canvas,
  containerType: 'scroll-state',
  '@media': {
    [media.narrow]: {
      ...wholeWidth['@media'][media.narrow],
      flexWrap: 'wrap',
      gap: theme.space.x2,
      minHeight: 0,
      paddingBlock: `5px ${theme.space.x1}`,
    },
  },
})
/** The hairline beneath the line that stays, drawn while it stays. */
export const edge = style({
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  '@container': {
    'scroll-state(stuck: top)': { borderBottom: `1px solid ${theme.color.line}` },
  },
})
export const name = style({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: theme.space.x3,
  minWidth: 0,
  // Actions that leave no room for a name stand beneath it.
  '@media': { [media.narrow]: { flexBasis: '120px' } },
})
export const title = style({
  ...oneLine,
  minWidth: 0,
  fontSize: theme.size.title,
  lineHeight: '28px',
  fontWeight: 600,
  letterSpacing: '-0.015em',
  // Two lines where the window is narrow, before it is cut.
  '@media': {
    [media.narrow]: {
      display: '-webkit-box',
      maxWidth: '100%',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
      overflowWrap: 'break-word',
      fontSize: '16px',
      lineHeight: '20px',
    },
  },
})
export const count = style({
  color: theme.color.textSoft,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
/** Floats beneath the line, so that nothing moves when it comes. */
export const loading = style({
  position: 'absolute',
  top: `calc(100% - ${theme.space.x1})`,
  left: '50%',
  padding: `2px ${theme.space.x3}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.round,
  background: theme.color.surface,
  boxShadow: `0 2px 8px ${theme.color.shade}`,
  color: theme.color.textSoft,
  fontSize: '12.5px',
  translate: '-50%',
  selectors: { '&:empty': { visibility: 'hidden' } },
})
export const actions = style({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: theme.space.x2,
  marginInlineStart: 'auto',
  '@media': { [media.narrow]: { vars: { [theme.height.normal]: theme.height.small } } },
})
/** In one line: long ones are cut short; where the window is narrow, it scrolls sideways. */
export const facts = style({
  display: 'flex',
  gap: theme.space.x5,
  minHeight: '20px',
  paddingBottom: theme.space.x1,
  ...wholeOrGone,
  fontSize: '13px',
  '@media': { [media.narrow]: { overflowX: 'auto', scrollbarWidth: 'none' } },
})
export const fact = style({
  ...oneLine,
  minWidth: '60px',
  selectors: { '&:nth-child(4)': { flexShrink: 0 } },
  '@media': { [media.narrow]: { flex: 'none' } },
})
globalStyle(`${fact} > dt, ${fact} > dd`, { display: 'inline' })
globalStyle(`${fact} > dt`, { marginInlineEnd: '6px', color: theme.color.textSoft })
globalStyle(`${fact} a`, { outlineOffset: '-2px' })
globalStyle(`${fact} a:not(:hover, :focus-visible)`, {
  color: 'inherit',
  textDecoration: 'none',
})
export const tabs = style({
  ...wholeWidth,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  borderBottom: `1px solid ${theme.color.line}`,
  ...wholeOrGone,
})
/** The way to what the page holds. */
export const gap = style({
  height: theme.space.x2,
  selectors: { [`${tabs} + &`]: { height: theme.space.x4 } },
})

/** Faces of actions: in words where there is room for them, as a picture where the window is narrow. */
export const wide = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  '@media': { [media.narrow]: { display: 'none' } },
})
export const narrow = style({ '@media': { [media.wide]: { display: 'none' } } })
