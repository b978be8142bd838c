/** The most nested lists and quotes on one line of Markdown. */
export const maxMarkdownDepth = 9

const deepNesting = new RegExp(
  `^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${maxMarkdownDepth + 1}}`,
  'm',
)

/**
 * Whether lists and quotes are nested too deep. Markdown is parsed recursively: thousands of nested
 * quotes would block a renderer for minutes.
 */
export const isMarkdownTooDeep = (text: string): boolean => deepNesting.test(text)
