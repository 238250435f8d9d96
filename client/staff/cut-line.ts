/** Classes of text that is cut off at the end of its line where rows have two lines (two-line-rows.css). */
export const cutLine = '@max-[37.5rem]/table:block @max-[37.5rem]/table:truncate'
