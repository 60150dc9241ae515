-- Keys typed into a real Neovim, and what it shows of them. `python -m tests.author.editor` runs it.
-- Arguments: a file of content, a file of scenarios.

local main, scenarios = arg[1], arg[2]
local failed = 0

local function check(what, holds)
  io.write((holds and "holds: " or "FAILS: ") .. what .. "\n")
  failed = failed + (holds and 0 or 1)
end

local function wait(what, condition)
  check(what, vim.wait(60000, condition, 20))
end

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "xt", false)
end

local function answer(method, params)
  local client = vim.lsp.get_clients({ name = "artrules" })[1]
  local got = client:request_sync(method, params or vim.lsp.util.make_position_params(0, client.offset_encoding), 60000, 0)
  return got and got.result
end

local function errors()
  return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end

vim.cmd.edit(main)
wait("the server is attached", function()
  return #vim.lsp.get_clients({ name = "artrules", bufnr = 0 }) == 1
end)
vim.fn.search("move my row to my discard")
keys("omove my hand to my dscard<Esc>")
wait("a misspelt name is marked while it isn't saved", function()
  return #errors() == 1 and errors()[1].message:find("dscard") ~= nil
end)
keys("ccfor c in my hand:<CR><C-u>            if c.<Esc>")
local offered = {}
local client = vim.lsp.get_clients({ name = "artrules" })[1]
local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
place.position.character = #vim.fn.getline(".")
for _, item in ipairs(answer("textDocument/completion", place).items) do
  offered[item.label] = true
end
check("attributes of cards are offered after a dot", offered.shade and offered.printed and not offered.coins)
keys("ddkdd")
wait("all is right again", function()
  return #errors() == 0
end)
vim.fn.search("my coins >= n")
keys("w")
local hover = answer("textDocument/hover")
check("a name is explained", hover ~= nil and hover.contents.value:find("coins") ~= nil)
wait("its uses are found", function()
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.context = { includeDeclaration = true }
  return #(answer("textDocument/references", params) or {}) > 10
end)
vim.lsp.buf.rename("money")
wait("it is renamed in all files", function()
  return vim.fn.search("my money >= n", "nw") > 0
end)
vim.cmd("silent wall")
vim.cmd.edit(scenarios)
wait("scenarios have lenses", function()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  return #vim.lsp.codelens.get(0) > 2
end)
check("the renamed file was changed too", vim.fn.search("money: 1", "nw") > 0)
for _, lens in ipairs(vim.lsp.codelens.get(0)) do
  if lens.command.title == "run all" then
    client:exec_cmd(lens.command, { bufnr = 0 })
  end
end
wait("scenarios run, and their lenses tell", function()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    if lens.command.title == "passed" then
      return true
    end
  end
  return false
end)
vim.cmd(failed == 0 and "qall!" or "cquit")
