export const undoneSentences = {
  underWay: 'Being undone.',
  all: 'Undone.',
  partly: 'Partly undone. Some rows changed since, so they stayed.',
  nothing: 'Nothing could be undone.',
} as const
