import { expect } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document'],
  // The app's own files need no checksum: an attacker who can change them can change the page as well.
  rules: {
    'require-sri': 'off',
    // Headings of dialogs have a level on the page, and the bell's panel stands before its title.
    'heading-level': ['error', { sectioningRoots: [], minInitialRank: 'any' }],
  },
})

/** Expects a whole document to be valid HTML. @param name of the page, for the message */
export async function expectValidHtml(html: string, name: string) {
  const { results } = await validator.validateString(html)
  const errors = results.flatMap(({ messages }) => messages)
  const found = errors.map(({ ruleId, message, offset }) => [ruleId, message, html.slice(offset - 60, offset + 120)])
  expect(found, name).toEqual([])
}
