import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Height of the line that stays on scroll. Sticky elements below it start there. */
export const lineHeight = '48px'

/** Has no box of its own, so that its line sticks within the whole page. */
export const header = style({ display: 'contents' })

/** As wide as the page: extends over the content's padding and applies it inside. */
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

/** Fades out on scroll as soon as the sticky line would cut it. */
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
/** Stays on one line at every width. Steps are truncated, the current page's last. */
export const trail = style({
  display: 'flex',
  minWidth: 0,
  // Aligns the text with the title.
  marginInlineStart: '-2px',
  overflow: 'hidden',
  color: theme.color.textSoft,
  fontSize: '12.5px',
})
export const step = style({
  ...oneLine,
  minWidth: '20px',
  // Keeps the outline of a focused step from being cut off.
  padding: '2px',
  flexShrink: 3,
  selectors: {
    '&:last-child': { flexShrink: 1 },
    '& + &::before': { content: '/', marginInlineEnd: theme.space.x1 },
  },
})
// Narrow windows have room for the last two of four steps; the menu leads to the others.
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
  // Above the sticky heads and first columns of tables, below floating elements.
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
/** The hairline below the sticky line, drawn only while it sticks. */
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
  // If the actions leave no room for the name, they wrap below it.
  '@media': { [media.narrow]: { flexBasis: '120px' } },
})
export const title = style({
  ...oneLine,
  minWidth: 0,
  fontSize: theme.size.title,
  lineHeight: '28px',
  fontWeight: 600,
  letterSpacing: '-0.015em',
  // Narrow windows show two lines before they truncate.
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
/** Floats below the line, so that nothing moves when it appears. */
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
/** Stays on one line: long facts are truncated; a narrow window scrolls them sideways. */
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
  // The menu of all tabs covers the page.
  selectors: { '&:has(details[open])': { position: 'relative', zIndex: 20 } },
})
/** Space between the header and the page's content. */
export const gap = style({
  height: theme.space.x2,
  selectors: { [`${tabs} + &`]: { height: theme.space.x4 } },
})

/** `wide` shows an action's text where there is room; `narrow` shows its icon in narrow windows. */
export const wide = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x1,
  '@media': { [media.narrow]: { display: 'none' } },
})
export const narrow = style({ '@media': { [media.wide]: { display: 'none' } } })
