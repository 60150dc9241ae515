-- How Neovim (0.11 and later) starts `artrules lsp`: for YAML files that hold content, and no others.

local kinds = { ruleset = true, part_of = true, set = true, overlay = true, expansion = true, library = true, scenarios = true }

--- Whether the first key of a buffer is that of a file of content.
local function holds_content(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 50, false)) do
    if not line:match("^%s*$") and not line:match("^[#%%]") and not line:match("^%-%-%-") then
      local key = line:gsub("^\239\187\191", ""):match("^([%w_]+)%s*:")
      return key ~= nil and kinds[key] == true
    end
  end
  return false
end

return {
  cmd = { "artrules", "lsp" },
  filetypes = { "yaml" },
  root_dir = function(buffer, on_dir)
    if holds_content(buffer) then
      on_dir(vim.fs.root(buffer, { "artrules.toml", ".git", "ruleset.yaml" }) or vim.fs.dirname(vim.api.nvim_buf_get_name(buffer)))
    end
  end,
  commands = {
    -- A lens that runs a scenario.
    ["artrules.runScenarios"] = function(command, context)
      local client = assert(vim.lsp.get_client_by_id(context.client_id))
      client:request("workspace/executeCommand", { command = command.command, arguments = command.arguments }, nil, context.bufnr)
    end,
  },
}
