/** Labels of comments and their form. */
export const commentMessages = {
  comment: 'Comment',
  hint: 'You can use Markdown. Mention colleagues with @name, for example @Ana Petrov.',
}
